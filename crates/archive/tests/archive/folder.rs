use std::{
    fs::{self, File},
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use tinsel_archive::{Archive, ArchiveError, ArchiveOptions, OBJECT_BYTES_MAX, UnusableArchive};

use crate::{check_contract, id, new_folder, object, patient, shard};

fn open(path: &str) -> Archive {
    Archive::open(path, patient(Vec::new())).unwrap()
}

#[tokio::test]
async fn an_archive_in_a_folder_keeps_the_contract() {
    let (_, path) = new_folder();
    check_contract(&open(&path), &open(&path)).await;
}

#[tokio::test]
async fn a_folder_can_be_named_by_a_url() {
    let (folder, path) = new_folder();
    let url = ["file:", "//", &path].concat();
    open(&url).put(id(1), object("one")).await.unwrap();
    let file = folder.join("matches/017/017-3k9m2qx7vd0h5t8wz1a1.pb.zst");
    assert_eq!(fs::read(file).unwrap(), b"one");
}

#[tokio::test]
async fn objects_expire_by_their_last_write() {
    let (folder, path) = new_folder();
    let archive = open(&path);
    let day = |day: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(day * 86_400);
    for number in 1..=4 {
        archive.put(id(number), object("match")).await.unwrap();
        let name = format!("matches/017/{}.pb.zst", id(number));
        let file = File::options().write(true).open(folder.join(name)).unwrap();
        file.set_modified(day(number.into())).unwrap();
    }
    let expired = archive.expired(shard(17), day(3), None, 10).await.unwrap();
    assert_eq!((expired.ids, expired.next), (vec![id(1), id(2)], None));
}

#[tokio::test]
async fn a_section_without_expired_objects_has_a_next_position() {
    let (folder, path) = new_folder();
    let archive = open(&path);
    for number in 1..=3 {
        archive.put(id(number), object("match")).await.unwrap();
    }
    fs::write(folder.join("matches/017/notes.txt"), "no match").unwrap();
    let section = archive
        .expired(shard(17), SystemTime::UNIX_EPOCH, None, 2)
        .await
        .unwrap();
    assert_eq!(section.ids, []);
    let rest = archive
        .expired(shard(17), SystemTime::UNIX_EPOCH, section.next.as_ref(), 3)
        .await
        .unwrap();
    assert_eq!((rest.ids, rest.next), (Vec::new(), None));
}

#[tokio::test]
async fn an_object_over_the_limit_is_neither_read_nor_written() {
    let (folder, path) = new_folder();
    let archive = open(&path);
    let too_large = ArchiveError::TooLarge {
        bytes: OBJECT_BYTES_MAX + 1,
        bytes_max: OBJECT_BYTES_MAX,
    };
    let large = vec![0; usize::try_from(OBJECT_BYTES_MAX).unwrap() + 1];
    assert_eq!(archive.put(id(1), Bytes::from(large)).await, Err(too_large.clone()));
    assert_eq!(archive.get(id(1)).await, Ok(None));

    fs::create_dir_all(folder.join("matches/017")).unwrap();
    // A file without content takes no space.
    let file = File::create(folder.join(format!("matches/017/{}.pb.zst", id(2)))).unwrap();
    file.set_len(OBJECT_BYTES_MAX + 1).unwrap();
    assert_eq!(archive.get(id(2)).await, Err(too_large));
}

#[cfg(unix)]
#[tokio::test]
async fn a_replaced_folder_is_not_used() {
    let (folder, path) = new_folder();
    let archive = open(&path);
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).unwrap();
    for _ in 0..2 {
        // Missing at first, and then created by the write.
        let written = archive.put(id(1), object("one")).await;
        assert!(matches!(written, Err(ArchiveError::Unavailable(_))), "{written:?}");
        let read = archive.get(id(2)).await;
        assert!(matches!(read, Err(ArchiveError::Unavailable(_))), "{read:?}");
    }
    fs::remove_dir_all(away).unwrap();
}

#[test]
fn a_missing_folder_and_a_file_are_refused() {
    let (folder, path) = new_folder();
    fs::write(folder.join("file"), "").unwrap();
    for name in ["missing", "file"] {
        let opened = Archive::open(&format!("{path}/{name}"), ArchiveOptions::default());
        let error = opened.unwrap_err();
        assert!(matches!(error, UnusableArchive::Folder(_)), "{error}");
        assert!(error.to_string().contains("create it"), "{error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_is_public_if_others_may_enter_it_and_all_above() {
    use std::os::unix::fs::PermissionsExt;

    let above = std::env::temp_dir().join(format!("tinsel-archive-{}", std::process::id()));
    let folder = above.join("matches");
    fs::create_dir_all(&folder).unwrap();
    for (above_mode, mode, public) in [(0o755, 0o755, true), (0o755, 0o750, false), (0o700, 0o755, false)] {
        fs::set_permissions(&above, fs::Permissions::from_mode(above_mode)).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        let archive = open(folder.to_str().unwrap());
        assert_eq!(archive.is_public().await, Ok(Some(public)), "{above_mode:o} {mode:o}");
    }
    fs::remove_dir_all(above).unwrap();
}
