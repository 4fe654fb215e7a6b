package tinsel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// Problem is the reason why an answer is not one of a form's answers.
type Problem struct {
	// Path is the value with the fault, such as fields[bids].amounts[garnet_thief].
	Path string
	// Text is the fault and the valid values, in words.
	Text string
	// Malformed reports a fault in every state, such as an unknown field. Otherwise the value is outside the options,
	// bounds or constraints of this form.
	Malformed bool
}

// Check returns the first problem of an answer, as a server finds it, or nil. A game can still refuse an answer without
// a problem, if the match has changed.
func Check(form *v1.Form, answer *v1.Answer) *Problem {
	if problem := checkKinds(form.GetFields(), answer.GetFields(), ""); problem != nil {
		return problem
	}
	return checkBounds(form, answer.GetFields(), "")
}

// require returns an *InvalidAnswer unless the answer is one of the form's.
func require(form *v1.Form, answer *v1.Answer) error {
	if answer.GetDecision() != form.GetDecision() {
		text := fmt.Sprintf("The form is of the decision '%s', not of '%s'; answer this form.",
			form.GetDecision(), answer.GetDecision())
		return &InvalidAnswer{"decision", text}
	}
	if problem := Check(form, answer); problem != nil {
		return &InvalidAnswer{problem.Path, problem.Text}
	}
	return nil
}

// group is a form or a branch.
type group interface {
	GetFields() []*v1.FormField
	GetConstraints() []*v1.Constraint
}

// checkKinds checks that each value belongs to a field and has its kind.
func checkKinds(fields []*v1.FormField, values []*v1.FieldAnswer, within string) *Problem {
	for index, value := range values {
		known := slices.IndexFunc(fields, func(field *v1.FormField) bool { return field.FieldId == value.Field })
		if known < 0 {
			text := "The form has no such field. Its fields: " + listed(fields, (*v1.FormField).GetFieldId) + "."
			return &Problem{within + "fields[" + named(value.Field, index) + "]", text, true}
		}
		path := within + "fields[" + value.Field + "]"
		if find(values[:index], value.Field) != nil {
			return &Problem{path, "The answer has this field twice; set each field once.", true}
		}
		if problem := checkKind(fields[known], value, path); problem != nil {
			return problem
		}
	}
	return nil
}

func checkKind(field *v1.FormField, value *v1.FieldAnswer, path string) *Problem {
	if field.Kind == nil {
		return nil // of a later release
	}
	kind := kindOf(field)
	if kind != valueKindOf(value) {
		return &Problem{path, "The field needs a value of the kind " + kind + ".", true}
	}
	if most, text := field.GetText().GetMaxBytes(), value.GetText(); kind == "text" && len(text) > int(most) {
		return &Problem{path, fmt.Sprintf("The text has %d bytes; it may have at most %d.", len(text), most), true}
	}
	for _, branch := range field.GetBranch().GetBranches() {
		if branch.BranchId == value.GetBranch().GetBranch() {
			return checkKinds(branch.Fields, value.GetBranch().GetFields(), path+".branch["+branch.BranchId+"].")
		}
	}
	return nil
}

// kindOf is the name of the value that a field needs; "typed" if only a typed message can set it.
func kindOf(field *v1.FormField) string {
	switch field.Kind.(type) {
	case *v1.FormField_Pick:
		return "picks"
	case *v1.FormField_Number:
		return "number"
	case *v1.FormField_Amounts:
		return "amounts"
	case *v1.FormField_Flag:
		return "flag"
	case *v1.FormField_Assign:
		return "assignment"
	case *v1.FormField_Place:
		return "point"
	case *v1.FormField_Text:
		return "text"
	case *v1.FormField_Branch:
		return "branch"
	}
	return "typed"
}

// valueKindOf is the name of a value's kind; empty without a value.
func valueKindOf(value *v1.FieldAnswer) string {
	message := value.ProtoReflect()
	if kind := message.WhichOneof(message.Descriptor().Oneofs().ByName("value")); kind != nil {
		return string(kind.Name())
	}
	return ""
}

// checkBounds checks the values of each field, then the constraints.
func checkBounds(in group, values []*v1.FieldAnswer, within string) *Problem {
	for _, field := range in.GetFields() {
		value := find(values, field.FieldId)
		if problem := checkField(field, value, within+"fields["+field.FieldId+"]"); problem != nil {
			return problem
		}
	}
	for _, constraint := range in.GetConstraints() {
		if !holds(constraint, values) {
			path := ""
			if first := firstOf(constraint); first != nil {
				path = within + "fields[" + first.Field + "]"
			}
			return &Problem{path, plain(constraint.Text), false}
		}
	}
	return nil
}

func checkField(field *v1.FormField, value *v1.FieldAnswer, path string) *Problem {
	switch kind := field.Kind.(type) {
	case *v1.FormField_Pick:
		return checkPicks(kind.Pick, value.GetPicks().GetOptions(), path)
	case *v1.FormField_Number:
		return checkNumber(value.GetNumber(), kind.Number.Min, kind.Number.Max, kind.Number.Step, path)
	case *v1.FormField_Amounts:
		return checkAmounts(kind.Amounts, value.GetAmounts().GetAmounts(), path)
	case *v1.FormField_Assign:
		return checkAssignment(kind.Assign, value.GetAssignment().GetSlots(), path)
	case *v1.FormField_Place:
		return checkPoint(kind.Place, value.GetPoint(), path)
	case *v1.FormField_Branch:
		return checkBranch(kind.Branch, value.GetBranch(), path)
	}
	return nil
}

func checkPicks(field *v1.PickField, picks []string, path string) *Problem {
	open := openOptions(field.Options)
	for index, pick := range picks {
		at := path + ".picks[" + named(pick, index) + "]"
		option := findOption(field.Options, pick)
		switch {
		case option == nil:
			return oneOf(at, open, (*v1.PickOption).GetOptionId)
		case option.Refused != nil:
			return &Problem{at, plain(option.Refused), false}
		case slices.Contains(picks[:index], pick):
			return &Problem{at, plain(option.Title) + " is picked twice; pick each option at most once.", false}
		}
	}
	if count := len(picks); count < int(field.Min) || count > int(field.Max) {
		needed := fmt.Sprintf("%d to %d", field.Min, field.Max)
		if field.Min == field.Max {
			needed = fmt.Sprintf("exactly %d", field.Min)
		}
		ids := listed(open, (*v1.PickOption).GetOptionId)
		return &Problem{path, fmt.Sprintf("%d picked; pick %s of %s.", count, needed, ids), false}
	}
	return nil
}

func checkNumber(number, low, high, step int64, path string) *Problem {
	if low <= number && number <= high && (step == 0 || number%step == 0) {
		return nil
	}
	steps := ""
	if step > 1 {
		steps = fmt.Sprintf(" in steps of %d", step)
	}
	return &Problem{path, fmt.Sprintf("%d is not possible; choose %d to %d%s.", number, low, high, steps), false}
}

func checkAmounts(field *v1.AmountsField, amounts []*v1.Amount, path string) *Problem {
	given := map[string]int64{}
	for index, amount := range amounts {
		at := path + ".amounts[" + named(amount.Slot, index) + "]"
		if !slices.ContainsFunc(field.Slots, func(slot *v1.AmountSlot) bool { return slot.SlotId == amount.Slot }) {
			return oneOf(at, field.Slots, (*v1.AmountSlot).GetSlotId)
		}
		if _, twice := given[amount.Slot]; twice {
			return &Problem{at, amount.Slot + " has two amounts; set each slot once.", false}
		}
		given[amount.Slot] = amount.Number
	}
	for _, slot := range field.Slots {
		at := path + ".amounts[" + slot.SlotId + "]"
		if problem := checkNumber(given[slot.SlotId], slot.Min, slot.Max, field.Step, at); problem != nil {
			return problem
		}
	}
	return nil
}

func checkAssignment(field *v1.AssignField, assigned []*v1.AssignedOption, path string) *Problem {
	given, used := map[string]string{}, map[string]bool{}
	for index, one := range assigned {
		at := path + ".assignment[" + named(one.Slot, index) + "]"
		if !slices.ContainsFunc(field.Slots, func(slot *v1.AssignSlot) bool { return slot.SlotId == one.Slot }) {
			return oneOf(at, field.Slots, (*v1.AssignSlot).GetSlotId)
		}
		if _, twice := given[one.Slot]; twice {
			return &Problem{at, one.Slot + " has two options; set each slot once.", false}
		}
		if !field.Repeats && used[one.Option] {
			return &Problem{at, one.Option + " is assigned twice; assign each option at most once.", false}
		}
		given[one.Slot], used[one.Option] = one.Option, true
	}
	for _, slot := range field.Slots {
		open := openOf(slot, field)
		if option, set := given[slot.SlotId]; !set || !slices.Contains(open, option) {
			return oneOf(path+".assignment["+slot.SlotId+"]", open, func(id string) string { return id })
		}
	}
	return nil
}

func checkPoint(field *v1.PlaceField, point *v1.FieldPoint, path string) *Problem {
	fault := "The point is outside the region"
	if point == nil {
		fault = "A point is missing"
	} else if contains(field.Region, point) {
		return nil
	}
	return &Problem{path, fault + "; choose a point of the form's region, in " + field.Unit + ".", false}
}

func checkBranch(field *v1.BranchField, chosen *v1.BranchAnswer, path string) *Problem {
	for _, branch := range field.Branches {
		if chosen == nil || branch.BranchId != chosen.Branch {
			continue
		}
		if branch.Refused != nil {
			return &Problem{path, plain(branch.Refused), false}
		}
		return checkBounds(branch, chosen.Fields, path+".branch["+branch.BranchId+"].")
	}
	return oneOf(path, openBranches(field), (*v1.Branch).GetBranchId)
}

// find returns the value of a field, or nil.
func find(values []*v1.FieldAnswer, field string) *v1.FieldAnswer {
	for _, value := range values {
		if value.Field == field {
			return value
		}
	}
	return nil
}

func findOption(options []*v1.PickOption, id string) *v1.PickOption {
	for _, option := range options {
		if option.OptionId == id {
			return option
		}
	}
	return nil
}

// openOptions are the options that can be picked.
func openOptions(options []*v1.PickOption) []*v1.PickOption {
	return slices.DeleteFunc(slices.Clone(options), func(option *v1.PickOption) bool { return option.Refused != nil })
}

// openBranches are the branches that can be chosen.
func openBranches(field *v1.BranchField) []*v1.Branch {
	return slices.DeleteFunc(slices.Clone(field.Branches), func(branch *v1.Branch) bool { return branch.Refused != nil })
}

// openOf are the IDs of the options that a slot can have.
func openOf(slot *v1.AssignSlot, field *v1.AssignField) []string {
	return slices.DeleteFunc(slices.Clone(slot.Options), func(id string) bool {
		option := findOption(field.Options, id)
		return option == nil || option.Refused != nil
	})
}

func oneOf[T any](path string, of []T, id func(T) string) *Problem {
	return &Problem{path, "Choose one of " + listed(of, id) + ".", false}
}

// listed is the first IDs, and how many more there are.
func listed[T any](of []T, id func(T) string) string {
	const shown = 24
	if len(of) == 0 {
		return "none"
	}
	var ids []string
	for _, one := range of[:min(len(of), shown)] {
		ids = append(ids, id(one))
	}
	if len(of) > shown {
		return fmt.Sprintf("%s and %d more", strings.Join(ids, ", "), len(of)-shown)
	}
	return strings.Join(ids, ", ")
}

// named is an ID as the caller wrote it if it can be one, and otherwise its index.
func named(id string, index int) string {
	const longest = 64
	foreign := func(letter rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-", letter)
	}
	if id == "" || len(id) > longest || strings.ContainsFunc(id, foreign) {
		return strconv.Itoa(index)
	}
	return id
}

// plain is a text in English.
func plain(text *v1.Text) string {
	var all strings.Builder
	for _, run := range text.GetRuns() {
		all.WriteString(run.Text)
	}
	return all.String()
}
