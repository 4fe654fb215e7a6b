package tinsel

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// vectors are forms with answers, and the faults that the engine finds in them. The path is also right in a copy of the library in
// another folder of the repository at this depth.
const vectors = "../../clients/vectors/forms.json"

type vector struct {
	Form    json.RawMessage
	Answers []struct {
		Answer json.RawMessage
		Fault  *struct {
			Path      string
			Malformed bool
		}
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	if _, err := os.Stat("../../proto"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the test vectors are only in the repository")
	}
	text, err := os.ReadFile(vectors)
	var read []vector
	if err := errors.Join(err, json.Unmarshal(text, &read)); err != nil || len(read) == 0 {
		t.Fatalf("%d vectors: %v", len(read), err)
	}
	return read
}

func TestCheckFindsTheFaultThatTheEngineFinds(t *testing.T) {
	for _, vector := range readVectors(t) {
		form := &v1.Form{}
		if err := protojson.Unmarshal(vector.Form, form); err != nil {
			t.Fatal(err)
		}
		for _, given := range vector.Answers {
			answer := &v1.Answer{}
			if err := protojson.Unmarshal(given.Answer, answer); err != nil {
				t.Fatal(err)
			}
			found := Check(form, answer)
			switch expected := given.Fault; {
			case expected == nil && found != nil:
				t.Errorf("%s: %+v of the right answer %s", form.Decision, *found, given.Answer)
			case expected != nil && found == nil:
				t.Errorf("%s: no problem with %s, expected %+v", form.Decision, given.Answer, *expected)
			case expected != nil && (found.Path != expected.Path || found.Malformed != expected.Malformed):
				t.Errorf("%s: %+v, expected %+v of %s", form.Decision, *found, *expected, given.Answer)
			}
		}
	}
}

func TestFillAnswersEveryForm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, vector := range readVectors(t) {
		form := &v1.Form{}
		if err := protojson.Unmarshal(vector.Form, form); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			answer := Fill(form, random.Int64N)
			if answer == nil {
				t.Errorf("%s: no answer", form.Decision)
			} else if problem := Check(form, answer); problem != nil {
				t.Errorf("%s: %+v of %v", form.Decision, *problem, answer)
			}
		}
	}
}

// sumForm is a form of one number with a maximum for its sum.
func sumForm(low, high, most int64) *v1.Form {
	kind := &v1.FormField_Number{Number: &v1.NumberField{Min: low, Max: high, Step: 5}}
	sum := &v1.Constraint_SumAtMost{SumAtMost: &v1.SumAtMost{Paths: []*v1.FieldPath{{Field: "bid"}}, Max: most}}
	text := &v1.Text{Runs: []*v1.TextRun{{Text: "Bid at "}, {Text: "most 20."}}}
	return &v1.Form{
		Decision: "bid", Fields: []*v1.FormField{{FieldId: "bid", Kind: kind}},
		Constraints: []*v1.Constraint{{Text: text, Rule: sum}},
	}
}

func TestFillFindsNoAnswerWhereThereIsNone(t *testing.T) {
	typed := &v1.Form{Fields: []*v1.FormField{{FieldId: "obstacles", Kind: &v1.FormField_Typed{}}}}
	for _, form := range []*v1.Form{sumForm(30, 60, 20), typed} {
		if answer := Fill(form, rand.Int64N); answer != nil {
			t.Errorf("%v of %v", answer, form)
		}
	}
}

func TestFillReturnsTheDefaultAnswerWhereItFindsNoOther(t *testing.T) {
	refused := []*v1.PickOption{{OptionId: "a", Refused: &v1.Text{}}}
	for _, field := range []*v1.FormField{
		{Kind: &v1.FormField_Number{Number: &v1.NumberField{Min: 1, Max: 4, Step: 5}}},
		{Kind: &v1.FormField_Pick{Pick: &v1.PickField{Options: refused, Min: 1, Max: 1}}},
		{}, // of a later release
		{Kind: &v1.FormField_Typed{}},
	} {
		form := &v1.Form{Fields: []*v1.FormField{field}}
		if answer := Fill(form, rand.Int64N); answer != nil {
			t.Errorf("%v of %v", answer, form)
		}
		form.DefaultAnswer = &v1.Answer{Decision: "default"}
		answer := Fill(form, rand.Int64N)
		if !proto.Equal(answer, form.DefaultAnswer) || answer == form.DefaultAnswer {
			t.Errorf("%v of %v", answer, form)
		}
	}
}

func TestFillWritesATextAndAnswersAnEmptyForm(t *testing.T) {
	text := &v1.FormField{FieldId: "text", Kind: &v1.FormField_Text{Text: &v1.TextField{MaxBytes: 3}}}
	if answer := Fill(&v1.Form{Fields: []*v1.FormField{text}}, rand.Int64N); answer.GetFields()[0].GetText() != "tex" {
		t.Errorf("%v", answer)
	}
	if answer := Fill(&v1.Form{Decision: "pass"}, rand.Int64N); answer == nil || answer.Decision != "pass" {
		t.Errorf("%v", answer)
	}
}

func TestAProblemStatesFaultAndValidValues(t *testing.T) {
	bid := func(field string, number int64) *v1.FieldAnswer {
		return &v1.FieldAnswer{Field: field, Value: &v1.FieldAnswer_Number{Number: number}}
	}
	flag := &v1.FieldAnswer{Field: "bid", Value: &v1.FieldAnswer_Flag{Flag: true}}
	for _, test := range []struct {
		values   []*v1.FieldAnswer
		expected Problem
	}{
		{nil, Problem{"fields[bid]", "0 is not possible; choose 5 to 60 in steps of 5.", false}},
		{[]*v1.FieldAnswer{bid("bid", 25)}, Problem{"fields[bid]", "Bid at most 20.", false}},
		{[]*v1.FieldAnswer{bid("bid", 7)}, Problem{"fields[bid]", "7 is not possible; choose 5 to 60 in steps of 5.", false}},
		{[]*v1.FieldAnswer{bid("b/d", 7)}, Problem{"fields[0]", "The form has no such field. Its fields: bid.", true}},
		{[]*v1.FieldAnswer{flag}, Problem{"fields[bid]", "The field needs a value of the kind number.", true}},
		{[]*v1.FieldAnswer{{Field: "bid"}}, Problem{"fields[bid]", "The field needs a value of the kind number.", true}},
		{
			[]*v1.FieldAnswer{bid("bid", 5), bid("bid", 5)},
			Problem{"fields[bid]", "The answer has this field twice; set each field once.", true},
		},
	} {
		if found := Check(sumForm(5, 60, 20), &v1.Answer{Fields: test.values}); found == nil || *found != test.expected {
			t.Errorf("%v: %+v", test.values, found)
		}
	}
}
