"""The forms of the test vectors, which the engine writes: `check` finds the same faults, and `fill` makes none."""

import json
import unittest
from pathlib import Path
from random import Random

from google.protobuf.json_format import ParseDict
from tinsel.v1 import presentation_pb2 as proto
from tinsel.v1.presentation_pb2 import Answer, Form
from tinsel_client import Unfillable, check, fill

VECTORS = json.loads((Path(__file__).resolve().parents[2] / "vectors" / "forms.json").read_text())


class Forms(unittest.TestCase):
    def test_check_finds_the_faults_of_the_engine(self) -> None:
        for number, vector in enumerate(VECTORS):
            form = ParseDict(vector["form"], Form())
            for index, each in enumerate(vector["answers"]):
                with self.subTest(form=number, answer=index):
                    problem = check(form, ParseDict(each["answer"], Answer()))
                    found = problem and {"path": problem.path, "malformed": problem.malformed}
                    self.assertEqual(found, each["fault"])

    def test_fill_answers_every_form(self) -> None:
        for number, vector in enumerate(VECTORS):
            form = ParseDict(vector["form"], Form())
            for seed in range(20):
                with self.subTest(form=number, seed=seed):
                    self.assertIsNone(check(form, fill(form, Random(seed))))

    def test_fill_returns_the_default_answer_where_it_finds_no_other(self) -> None:
        number = proto.FormField(field_id="bid", number=proto.NumberField(min=1, max=4, step=5))
        option = proto.PickOption(option_id="a", refused=proto.Text())
        picked = proto.FormField(field_id="pick", pick=proto.PickField(options=[option], min=1, max=1))
        later, typed = proto.FormField(field_id="later"), proto.FormField(field_id="typed", typed=proto.TypedField())
        for field in (number, picked, later, typed):
            with self.subTest(field.field_id):
                form = Form(fields=[field])
                with self.assertRaises(Unfillable):
                    fill(form, Random(1))
                form.default_answer.decision = "default"
                answer = fill(form, Random(1))
                self.assertEqual(answer, Answer(decision="default"))
                self.assertIsNot(answer, form.default_answer)

    def test_fill_writes_a_text_and_answers_an_empty_form(self) -> None:
        form = Form(decision="name", fields=[proto.FormField(field_id="text", text=proto.TextField(max_bytes=3))])
        self.assertEqual(fill(form, Random(1)).fields[0].text, "tex")
        self.assertEqual(fill(Form(decision="pass"), Random(1)), Answer(decision="pass"))


if __name__ == "__main__":
    unittest.main()
