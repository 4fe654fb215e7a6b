"""The forms of the test vectors, which the engine writes: `check` finds the same faults, and `fill` makes none."""

import json
import unittest
from pathlib import Path
from random import Random

from google.protobuf.json_format import ParseDict
from tinsel.v1.presentation_pb2 import Answer, Form
from tinsel_client import check, fill

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


if __name__ == "__main__":
    unittest.main()
