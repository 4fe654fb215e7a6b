use tinsel_archive::{Archive, ArchiveOptions, UnusableArchive};

use crate::{SECRET, settings};

/// The options of an archive with this setting.
fn with(key: &str, value: &str) -> ArchiveOptions {
    ArchiveOptions {
        settings: vec![(key.to_owned(), value.to_owned())],
        ..ArchiveOptions::default()
    }
}

#[test]
fn an_address_of_another_form_is_refused_with_the_forms() {
    let cases = [
        "",
        "archive",
        "./archive",
        "s3://",
        "s3:///prefix",
        "s3://key:secret@bucket/prefix",
        "s3://bucket/prefix?region=us-east-1",
        "s3://bucket/prefix#part",
        "s3://bucket/a//b",
        "s3://bucket/../b",
        "https://bucket.example/prefix",
        "memory://bucket",
        "az://container@account/prefix",
    ];
    for address in cases {
        let error = Archive::open(address, ArchiveOptions::default()).unwrap_err();
        assert_eq!(error, UnusableArchive::Address, "{address}");
        for form in [
            "s3://BUCKET/PREFIX",
            "gs://BUCKET/PREFIX",
            "az://CONTAINER/PREFIX",
            "absolute path",
        ] {
            assert!(error.to_string().contains(form), "{error}");
        }
    }
}

#[tokio::test]
async fn buckets_of_every_provider_open_without_a_request() {
    let azure = ArchiveOptions {
        settings: [
            ("AZURE_STORAGE_ACCOUNT_NAME", "account"),
            ("AZURE_STORAGE_ACCOUNT_KEY", "c2VjcmV0"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .to_vec(),
        ..ArchiveOptions::default()
    };
    for (address, options) in [
        ("s3://bucket", with("AWS_REGION", "us-east-1")),
        ("s3://my.bucket-1/some/prefix/", with("AWS_REGION", "us-east-1")),
        ("gs://bucket/prefix", with("GOOGLE_SKIP_SIGNATURE", "true")),
        ("az://container/prefix", azure),
    ] {
        let archive = Archive::open(address, options).unwrap();
        let shown = address.trim_end_matches('/');
        assert!(format!("{archive:?}").contains(shown), "{archive:?}");
    }
}

#[test]
fn a_wrong_setting_is_refused_with_its_variables_and_without_its_value() {
    let cases = [
        ("s3://bucket", "AWS_ALLOW_HTTP", SECRET, "AWS_"),
        ("gs://bucket", "GOOGLE_SERVICE_ACCOUNT_KEY", SECRET, "GOOGLE_"),
        ("az://container", "AZURE_STORAGE_ACCOUNT_KEY", SECRET, "AZURE_"),
    ];
    for (address, key, value, variables) in cases {
        let error = Archive::open(address, with(key, value)).unwrap_err();
        assert!(error.to_string().contains(variables), "{error}");
        assert!(!format!("{error} {error:?}").contains(SECRET), "{error}");
    }
}

#[test]
fn debug_output_contains_no_settings() {
    let options = ArchiveOptions {
        settings: settings("http://127.0.0.1:1"),
        ..ArchiveOptions::default()
    };
    let shown = format!("{options:?} {:?}", Archive::open("s3://bucket", options.clone()));
    assert!(!shown.contains(SECRET) && !shown.contains("AccessKey"), "{shown}");
}
