/** The pending decision of the viewer's seat. */

import { toBinary, toJson } from "@bufbuild/protobuf";
import { english, Refusal } from "@tinsel/client/without-games";
import type { Decision } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import {
  type Answer,
  AnswerSchema,
  type Choice,
  type Form,
  FormSchema,
  type Scene,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";
import { useEffect, useId, useMemo, useState } from "preact/hooks";

import { failureText } from "../net/failure.js";
import { writeTab } from "../net/storage.js";
import { useAim } from "../ui/aim.js";
import { About, useBook } from "../ui/book.js";
import { Confirm } from "../ui/dialog.js";
import { useDraft } from "../ui/draft.js";
import { alertNow } from "../ui/live.js";
import { confirmsDecisions } from "../ui/settings.js";
import { SmallSymbol } from "../ui/symbol.js";
import { Words } from "../ui/text.js";
import { check, type Problem } from "./check.js";
import { FormContext } from "./context.js";
import { Fields } from "./fields.js";
import { answerOf, emptyValues, keptValues, refusedOptions, type Values, valuesOf } from "./values.js";

interface DecisionProps {
  readonly form: Form;
  readonly scene: Scene | undefined;
  /** The pending decision of the same seat; absent for a voluntary one. */
  readonly pending: Decision | undefined;
  /** Where the tab keeps the entries: one place for each decision of a seat. */
  readonly place: string;
  /** Changes when the form comes into view in another way than by its appearance. */
  readonly arrival: number;
  /** Submits an answer. Rejects if the server refuses it. */
  readonly submit: (answer: Answer) => Promise<void>;
}

export function DecisionForm(props: DecisionProps) {
  const { form, scene, pending, place, arrival, submit } = props;
  const heading = useId();
  // A form that is equal to the one before is the same decision, although another seat has changed the match.
  const key = useMemo(() => String(toBinary(FormSchema, form)), [form]);
  const aim = useAim(`${key} ${String(arrival)}`);
  const [entered, setValues] = useDraft<Values>(
    place,
    () => emptyValues(form),
    (stored) => keptValues(form, stored as Values),
  );
  // Another seat can have changed the form since.
  const values = useMemo(() => keptValues(form, entered), [key, entered]);
  const [asked, setAsked] = useState<Asked>();
  const [sending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<readonly Problem[]>([]);
  const [message, setMessage] = useState("");
  useEffect(() => {
    setRefusals([]);
    setMessage("");
  }, [key]);
  const problem = check(form, values);
  const send = async (answer: Answer) => {
    setSending(true);
    setRefusals([]);
    setMessage("");
    try {
      await submit(answer);
      writeTab(place, undefined);
    } catch (error) {
      const { problems, text } = refusalOf(error);
      setRefusals(problems);
      setMessage(text);
      alertNow(text);
    } finally {
      setSending(false);
    }
  };
  const decide = (answer: Answer, text: string) => {
    if (confirmsDecisions.peek()) setAsked({ answer, text });
    else void send(answer);
  };
  const shared = useMemo(() => ({ refusals, scene }), [refusals, scene]);
  const simple = form.choices.length > 0;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!problem && !sending) decide(answerOf(form.decision, values), english(form.title));
  };
  return (
    <FormContext.Provider value={shared}>
      <form class="decision" noValidate aria-labelledby={heading} aria-busy={sending} {...aim} onSubmit={onSubmit}>
        <h2 id={heading}>
          <Words text={form.title} />
        </h2>
        {message !== "" && <p class="problem">{message}</p>}
        {simple ? (
          <Choices form={form} disabled={sending} onChoose={decide} />
        ) : (
          <>
            <Fields group={form} values={values} within="" onChange={setValues} />
            <div class="submit">
              <button type="submit" class="primary" disabled={problem !== undefined || sending}>
                {sending ? "Sending…" : "Submit"}
              </button>
              {problem && <p class="help">{problem.text}</p>}
            </div>
          </>
        )}
        <Default
          form={form}
          pending={pending}
          disabled={sending}
          onPlay={decide}
          onFill={simple ? undefined : (answer) => setValues(valuesOf(form, answer.fields))}
        />
      </form>
      {asked && (
        <Confirm
          title="Submit this decision?"
          text={asked.text}
          action="Submit"
          onClose={() => setAsked(undefined)}
          onConfirm={() => void send(asked.answer)}
        />
      )}
    </FormContext.Provider>
  );
}

/** An answer that waits for its confirmation. */
interface Asked {
  readonly answer: Answer;
  readonly text: string;
}

type Decide = (answer: Answer, text: string) => void;

function Choices(props: { form: Form; disabled: boolean; onChoose: Decide }) {
  const { form, disabled, onChoose } = props;
  const refused = refusedOptions(form);
  const helps = form.fields.flatMap((field) => (field.help ? [field.help] : []));
  return (
    <>
      {helps.map((help, index) => (
        <p key={index} class="help">
          <Words text={help} />
        </p>
      ))}
      <div class={`choices ${form.choices.every(isShort) ? "short" : ""}`}>
        {form.choices.map((choice) => (
          <ChoiceButton key={meaningOf(choice)} form={form} choice={choice} disabled={disabled} onChoose={onChoose} />
        ))}
      </div>
      {refused.length > 0 && (
        <section class="not-possible" aria-label="Not possible now">
          <h3>Not possible now</h3>
          <ul>
            {refused.map(({ title, reason }, index) => (
              <li key={index}>
                <Words text={title} />: <Words text={reason} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What a button does: a button never becomes that of another answer. */
function meaningOf({ answer, title }: Choice): string {
  return JSON.stringify([english(title), answer ? toJson(AnswerSchema, answer) : ""]);
}

const SHORT = 12;

function isShort({ title }: Choice): boolean {
  return english(title).length <= SHORT;
}

function ChoiceButton(props: { form: Form; choice: Choice; disabled: boolean; onChoose: Decide }) {
  const { form, choice, disabled, onChoose } = props;
  const { answer } = choice;
  const { components } = useBook();
  if (!answer) return null;
  const component = components.get(componentOf(form, answer));
  return (
    <div class="choice-row">
      <button type="button" class="choice" disabled={disabled} onClick={() => onChoose(answer, english(choice.title))}>
        <SmallSymbol component={component} />
        <span class="title">
          <Words text={choice.title} plain />
        </span>
      </button>
      <About component={component} />
    </div>
  );
}

// The component of the only picked option or branch of an answer.
function componentOf(form: Form, answer: Answer): string {
  const found = answer.fields.flatMap(({ field: id, value }) => {
    const kind = form.fields.find((field) => field.fieldId === id)?.kind;
    if (kind?.case === "branch" && value.case === "branch") {
      return kind.value.branches.find((branch) => branch.branchId === value.value.branch)?.component ?? "";
    }
    if (kind?.case !== "pick" || value.case !== "picks") return [];
    const options = kind.value.options.filter((option) => value.value.options.includes(option.optionId));
    return options.map((option) => option.component);
  });
  const [only = "", ...more] = found.filter((component) => component !== "");
  return more.length === 0 ? only : "";
}

function Default(props: {
  form: Form;
  pending: Decision | undefined;
  disabled: boolean;
  onPlay: Decide;
  onFill: ((answer: Answer) => void) | undefined;
}) {
  const { form, pending, disabled, onPlay, onFill } = props;
  const sentence = pending?.defaultAction?.sentence ?? "";
  const words = english(form.defaultText);
  const answer = form.defaultAnswer;
  if (!answer && sentence === "") return null;
  const text = words || sentence || "the default answer";
  return (
    <div class="default">
      <p class="muted">
        {pending?.deadline ? "If you do not decide in time" : "Default"}: {text}
      </p>
      {answer && (
        <div class="actions">
          <button type="button" disabled={disabled} onClick={() => onPlay(answer, `Default: ${text}`)}>
            Play the default
          </button>
          {onFill && (
            <button type="button" class="quiet" disabled={disabled} onClick={() => onFill(answer)}>
              Fill it in
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The text of a refusal, and the fields that it concerns. */
function refusalOf(error: unknown): { problems: Problem[]; text: string } {
  if (!(error instanceof Refusal)) return { problems: [], text: failureText(error) };
  const problems = error.fields.map(({ field, description }) => ({
    path: pathOfField(field.replace(/^answer\./, "")),
    text: description,
  }));
  const stale = error.isStale && error.fields.length === 0 ? " The match can have changed; check your decision." : "";
  return { problems, text: failureText(error) + stale };
}

// A refusal can name an option of a field. The field shows it.
function pathOfField(path: string): string {
  return path.replace(/\.picks\[[^\]]*\]$/, "");
}
