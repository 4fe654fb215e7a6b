/** Answers to the forms of all games, with the results of the engine. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { create, fromJson, type JsonValue, type MessageInitShape } from "@bufbuild/protobuf";

import { AnswerSchema, type FormFieldSchema, FormSchema } from "../src/gen/tinsel/v1/presentation_pb.js";
import { check, fill } from "../src/node.js";

interface Vector {
  readonly form: JsonValue;
  readonly answers: readonly {
    readonly answer: JsonValue;
    readonly fault: { readonly path: string; readonly malformed: boolean } | null;
  }[];
}

const vectors = JSON.parse(readFileSync("../../clients/vectors/forms.json", "utf8")) as Vector[];

test("check finds the same fault as the engine", () => {
  for (const { form, answers } of vectors) {
    for (const { answer, fault } of answers) {
      const found = check(fromJson(FormSchema, form), fromJson(AnswerSchema, answer));
      const result = found ? { path: found.path, malformed: found.malformed } : null;
      assert.deepEqual(result, fault, JSON.stringify(answer));
    }
  }
});

test("fill answers every form", () => {
  for (const { form: json } of vectors) {
    const form = fromJson(FormSchema, json);
    const answer = fill(form);
    assert.ok(answer, form.decision);
    assert.equal(answer.decision, form.decision);
    assert.equal(check(form, answer), undefined, form.decision);
  }
});

test("fill returns the default answer where it finds no other", () => {
  const refused = { optionId: "a", refused: {} };
  const kinds: MessageInitShape<typeof FormFieldSchema>["kind"][] = [
    { case: "number", value: { min: 1n, max: 4n, step: 5n } },
    { case: "pick", value: { options: [refused], min: 1, max: 1 } },
    { case: undefined }, // of a later release
    { case: "typed", value: {} },
  ];
  for (const kind of kinds) {
    const form = create(FormSchema, { fields: [{ fieldId: "field", kind }] });
    assert.equal(fill(form), undefined);
    form.defaultAnswer = create(AnswerSchema, { decision: "default" });
    const answer = fill(form);
    assert.deepEqual(answer, form.defaultAnswer);
    assert.notEqual(answer, form.defaultAnswer, "the caller may change it");
  }
});

test("fill answers an empty form", () => {
  assert.deepEqual(fill(create(FormSchema, { decision: "pass" })), create(AnswerSchema, { decision: "pass" }));
});

test("fill draws the same answer from the same chance", () => {
  const form = create(FormSchema, {
    fields: [
      { fieldId: "number", kind: { case: "number", value: { min: -7n, max: 8n, step: 5n } } },
      { fieldId: "text", kind: { case: "text", value: { maxBytes: 2 } } },
      { fieldId: "flag", kind: { case: "flag", value: {} } },
    ],
  });
  const drawn = [0, 0.4, 0.99].map((chance) => fill(form, () => chance)?.fields.map(({ value }) => value.value));
  assert.deepEqual(drawn, [
    [-5n, "te", true],
    [0n, "te", true],
    [5n, "te", false],
  ]);
});
