/** A new match: options, seats, time, bots and visibility. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Host, Refusal, type Seat } from "@tinsel/client";
import { StartPolicy, type TimeControlSchema, Visibility } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { FieldAnswer, OptionSpec } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";
import { useMemo, useState } from "preact/hooks";

import { check, isValid, type Problem } from "../form/check.js";
import { FormContext } from "../form/context.js";
import { Fields } from "../form/fields.js";
import { Stepper } from "../form/number.js";
import { answersOf, type Group, type Values, valuesOf } from "../form/values.js";
import type { GameBook } from "../net/catalog.js";
import { failureText } from "../net/failure.js";
import { keep, keepPlayerName, playerName } from "../net/tokens.js";
import { useApp, useGame, useTask } from "../ui/app_context.js";
import { BookProvider } from "../ui/book.js";
import { Failure } from "../ui/failure.js";
import { Waiting } from "../ui/loaded.js";
import { goTo } from "../ui/router.js";
import { TextField } from "../ui/text_field.js";
import { Check } from "./check.js";
import { Picture } from "./picture.js";
import { emptyTime, timeControlOf, TimeFields, type TimeSetting } from "./time_fields.js";
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

const NO_NAMES = new Map<number, string>();

function NewMatchForm({ book }: { book: GameBook }) {
  const { api } = useApp();
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
  const [values, setValues] = useState<Values>(defaults);
  const [seats, setSeats] = useState(game?.seatsDefault ?? min);
  const [bots, setBots] = useState(seats - 1);
  const [name, setName] = useState(playerName);
  const [title, setTitle] = useState("");
  const [isPrivate, setPrivate] = useState(false);
  const [playersOnly, setPlayersOnly] = useState(false);
  const [byHost, setByHost] = useState(false);
  const [substitutes, setSubstitutes] = useState(false);
  const [playing, setPlaying] = useState(true);
  const [time, setTime] = useState<TimeSetting>(emptyTime);
  const [refusals, setRefusals] = useState<readonly Problem[]>([]);
  const { busy, failure, run } = useTask((error) => {
    setRefusals(error instanceof Refusal ? refusalsOf(error) : []);
    return failureText(error);
  });
  const checked = check(group, values);
  const botsMost = seats - (playing ? 1 : 0);
  const changeSeats = (next: number) => {
    setSeats(next);
    setBots(Math.min(bots === botsMost ? next : bots, next - (playing ? 1 : 0)));
  };
  const ready = isValid(checked) && (!playing || name.trim() !== "") && seats >= min && seats <= max;
  const options = () => changed(specs, values, defaults);
  const create = async () => {
    const player = name.trim();
    const host = await api.calls.createWith({
      options: { gameId: game?.gameId ?? "", values: options() },
      displayName: title.trim(),
      seats,
      visibility: isPrivate ? Visibility.PRIVATE : Visibility.PUBLIC,
      startPolicy: byHost ? StartPolicy.BY_HOST : StartPolicy.WHEN_FULL,
      playersOnly,
      substituteInactivePlayers: substitutes && time.kind !== "none",
      ...withTime(time),
    });
    keepHost(host, game?.gameId ?? "");
    try {
      await fill(host, player);
    } finally {
      // The page of the match can continue after a failure.
      goTo("match", host.matchId);
    }
  };
  const fill = async (host: Host, player: string) => {
    if (playing) {
      const seat = await (host.joinCode === ""
        ? api.calls.join(host.matchId, player)
        : api.calls.joinByCode(host.joinCode, player));
      keepSeat(seat, player, game?.gameId ?? "");
    }
    for (let bot = 0; bot < Math.min(bots, botsMost); bot++) await host.addBot();
  };
  const quick = async () => {
    const player = name.trim();
    const seat = await api.calls.quickMatch(game?.gameId ?? "", player, {
      values: options(),
      seats,
      ...withTime(time),
    });
    keepSeat(seat, player, game?.gameId ?? "");
    goTo("match", seat.matchId);
  };
  const shared = useMemo(
    () => ({ refusals, problems: checked.problems, scene: undefined }),
    [refusals, checked.problems],
  );
  const submit = (event: Event) => {
    event.preventDefault();
    if (ready && !busy) run(create);
  };
  return (
    <form class="decision new-match panel" noValidate onSubmit={submit} aria-busy={busy}>
      <fieldset class="stack">
        <legend>Players</legend>
        <TextField label="Your name" value={name} maxLength={40} autocomplete="nickname" onChange={setName} />
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
        <TextField label="Name of the match" value={title} maxLength={80} onChange={setTitle} />
        <FormContext.Provider value={shared}>
          <Fields group={group} values={values} within="" onChange={setValues} />
        </FormContext.Provider>
      </details>
      <Failure text={failure} />
      <div class="submit">
        <button type="submit" class="primary" disabled={!ready || busy}>
          {busy ? "Creating…" : "Create the match"}
        </button>
        <button type="button" disabled={!ready || busy || name.trim() === ""} onClick={() => run(quick)}>
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

function keepHost(host: Host, gameId: string): void {
  keep(host.matchId, { host: host.token, gameId, ...(host.joinCode === "" ? {} : { joinCode: host.joinCode }) });
}

function keepSeat(seat: Seat, name: string, gameId: string): void {
  keepPlayerName(name);
  keep(seat.matchId, { seat: { number: seat.number, token: seat.token }, gameId });
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
