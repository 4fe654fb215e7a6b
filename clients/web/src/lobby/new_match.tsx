/** A new match: options, seats, time, bots and visibility. */

import { create, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { type Group, Refusal } from "@tinsel/client/without-games";
import {
  StartPolicy,
  type TimeControlSchema,
  Visibility,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { CreateMatchRequestSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";
import type { FieldAnswer, OptionSpec } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";
import { useMemo, useState } from "preact/hooks";

import { check, type Problem } from "../form/check.js";
import { FormContext } from "../form/context.js";
import { Fields } from "../form/fields.js";
import { Stepper } from "../form/number.js";
import { answersOf, keptValues, type Values, valuesOf } from "../form/values.js";
import type { GameBook } from "../net/catalog.js";
import { failureText } from "../net/failure.js";
import { playerName } from "../net/tokens.js";
import { useGame } from "../ui/app_context.js";
import { BookProvider } from "../ui/book.js";
import { useDraft } from "../ui/draft.js";
import { Failure } from "../ui/failure.js";
import { Waiting } from "../ui/loaded.js";
import { isPlayerName, NameField, PlayerNameField, usePlayerName } from "../ui/name_field.js";
import { nameProblem } from "../ui/name_rule.js";
import { Check } from "../ui/check.js";
import type { Plan } from "./creation.js";
import { Picture } from "./picture.js";
import { emptyTime, storedTime, timeControlOf, TimeFields, type TimeSetting } from "./time_fields.js";
import { useCreation } from "./use_creation.js";
import { TitledPage } from "../ui/main_area.js";

export function NewMatchPage({ gameId }: { gameId: string }) {
  const loaded = useGame(gameId);
  const { book } = loaded;
  const game = book?.about.game;
  return (
    <TitledPage title={game ? `New match: ${game.title}` : "New match"}>
      <Waiting data="the game" loaded={loaded} />
      {book && (
        <BookProvider components={book.components} names={NO_NAMES} own={undefined}>
          <Picture gameId={gameId} />
          <NewMatchForm key={gameId} book={book} />
        </BookProvider>
      )}
    </TitledPage>
  );
}

/** The maximum length of the name of a match. */
const TITLE_MAX = 80;

const NO_NAMES = new Map<number, string>();

function NewMatchForm({ book }: { book: GameBook }) {
  const { game, optionSpecs } = book.about;
  const [min, max] = [game?.seatsMin ?? 1, game?.seatsMax ?? 1];
  const specs = useMemo(() => optionSpecs.filter((spec) => spec.field && spec.field.kind.case !== "typed"), [book]);
  const group = useMemo<Group>(() => ({ fields: specs.flatMap(({ field }) => field ?? []), constraints: [] }), [specs]);
  const defaults = useMemo(
    () =>
      valuesOf(
        group,
        specs.flatMap(({ defaultAnswer }) => defaultAnswer ?? []),
      ),
    [group],
  );
  const drafts = `tinsel.new.${game?.gameId ?? ""}.`;
  const draft = <T,>(field: string, initial: T) => useDraft(drafts + field, () => initial);
  const [values, setValues] = useDraft<Values>(
    `${drafts}options`,
    () => defaults,
    (stored) => keptValues(group, stored as Values),
  );
  const [seats, setSeats] = draft("seats", game?.seatsDefault ?? min);
  const [bots, setBots] = draft("bots", seats - 1);
  const [name, setName] = usePlayerName(`${drafts}name`, playerName);
  const [title, setTitle] = draft("title", "");
  const [isPrivate, setPrivate] = draft("private", false);
  const [playersOnly, setPlayersOnly] = draft("players only", false);
  const [byHost, setByHost] = draft("by host", false);
  const [substitutes, setSubstitutes] = draft("substitutes", false);
  const [playing, setPlaying] = draft("playing", true);
  const [time, setTime] = useDraft<TimeSetting>(`${drafts}time`, () => emptyTime, storedTime);
  const [refusals, setRefusals] = useState<readonly Problem[]>([]);
  const { busy, failure, notice, start } = useCreation(game?.gameId ?? "", drafts, (error) => {
    setRefusals(error instanceof Refusal ? refusalsOf(error) : []);
    return failureText(error);
  });
  const botsMost = seats - (playing ? 1 : 0);
  const changeSeats = (next: number) => {
    setSeats(next);
    setBots(Math.min(bots === botsMost ? next : bots, next - (playing ? 1 : 0)));
  };
  const ready =
    check(group, values) === undefined &&
    (!playing || isPlayerName(name)) &&
    nameProblem(title, TITLE_MAX) === "" &&
    seats >= min &&
    seats <= max;
  const planOf = (quick: boolean): Plan => ({
    gameId: game?.gameId ?? "",
    quick,
    request: toJson(CreateMatchRequestSchema, request()),
    ...(playing || quick ? { name: name.trim() } : {}),
    bots: quick ? 0 : Math.min(bots, botsMost),
  });
  const request = () =>
    create(CreateMatchRequestSchema, {
      options: { gameId: game?.gameId ?? "", values: changed(specs, values, defaults) },
      displayName: title.trim(),
      seats,
      visibility: isPrivate ? Visibility.PRIVATE : Visibility.PUBLIC,
      startPolicy: byHost ? StartPolicy.BY_HOST : StartPolicy.WHEN_FULL,
      playersOnly,
      substituteInactivePlayers: substitutes && time.kind !== "none",
      ...withTime(time),
    });
  const shared = useMemo(() => ({ refusals, scene: undefined }), [refusals]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (ready && !busy && !notice) start(planOf(false));
  };
  return (
    <form class="decision new-match panel" noValidate onSubmit={submit} aria-busy={busy}>
      <fieldset class="stack">
        <legend>Players</legend>
        <PlayerNameField value={name} onChange={setName} />
        <ul class="slots">
          <li>
            <span class="title">
              Seats <span class="muted">{min === max ? min : `${String(min)} to ${String(max)}`}</span>
            </span>
            <Stepper label="Seats" min={min} max={max} step={1} value={seats} onChange={changeSeats} />
          </li>
          <li>
            <span class="title">
              Bots <span class="muted">0 to {botsMost}</span>
            </span>
            <Stepper label="Bots" min={0} max={botsMost} step={1} value={Math.min(bots, botsMost)} onChange={setBots} />
          </li>
        </ul>
        <Check label="I play in this match" value={playing} onChange={setPlaying} />
        <Check label="Private: only with a join code" value={isPrivate} onChange={setPrivate} />
        <Check label="Only players can watch" value={playersOnly} onChange={setPlayersOnly} />
        <Check label="I start the match when all seats are taken" value={byHost} onChange={setByHost} />
      </fieldset>
      <TimeFields phases={book.about.phases} value={time} onChange={setTime} />
      {time.kind === "none" ? null : (
        <Check
          label="A bot takes over after two missed decisions in a row"
          value={substitutes}
          onChange={setSubstitutes}
        />
      )}
      <details class="stack">
        <summary>Name of the match and options of the game</summary>
        <NameField label="Name of the match" value={title} lengthMax={TITLE_MAX} onChange={setTitle} />
        <FormContext.Provider value={shared}>
          <Fields group={group} values={values} within="" onChange={setValues} />
        </FormContext.Provider>
      </details>
      <Failure text={failure} />
      {notice}
      <div class="submit">
        <button type="submit" class="primary" disabled={!ready || busy || notice !== undefined}>
          {busy ? "Creating…" : "Create the match"}
        </button>
        <button
          type="button"
          disabled={!ready || busy || notice !== undefined || !isPlayerName(name)}
          onClick={() => start(planOf(true))}
        >
          Quick match
        </button>
        <p class="help">
          {name.trim() === "" && playing ? "Enter your name. " : ""}
          Quick match finds other players with the same game, seats, options and time.
        </p>
      </div>
    </form>
  );
}

function withTime(time: TimeSetting): { timeControl?: MessageInitShape<typeof TimeControlSchema> } {
  const timeControl = timeControlOf(time);
  return timeControl ? { timeControl } : {};
}

/** The values that differ from their defaults. */
function changed(specs: readonly OptionSpec[], values: Values, defaults: Values): FieldAnswer[] {
  const same = (id: string) => JSON.stringify(values[id]) === JSON.stringify(defaults[id]);
  const ids = specs.flatMap(({ field }) => field?.fieldId ?? []).filter((id) => !same(id));
  return answersOf(values).filter((answer) => ids.includes(answer.field));
}

// Such as `options.values[0].number` or `options.values[deck].picks`: the field shows it.
function refusalsOf(refusal: Refusal): Problem[] {
  return refusal.fields.map(({ field, description }) => {
    const id = /\[([^\]]+)\]/.exec(field)?.[1] ?? "";
    return { path: `fields[${id}]`, text: description };
  });
}
