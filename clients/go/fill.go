package tinsel

import (
	"math"
	"slices"

	"google.golang.org/protobuf/proto"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// Fill returns a random answer of a form that Check accepts, or the default answer if its attempts find none; nil if the
// form has none either. It draws numbers from 0 to n-1 with below(n), such as rand.Int64N.
func Fill(form *v1.Form, below func(n int64) int64) *v1.Answer {
	if values := fill(form, chance{below: below}); values != nil {
		return &v1.Answer{Decision: form.GetDecision(), Fields: values}
	}
	return proto.CloneOf(form.GetDefaultAnswer())
}

// chance draws the values of one attempt.
type chance struct {
	// below draws a number from 0 to n-1.
	below func(n int64) int64
	// suggestion selects the same suggestion of each point, because suggestions of several points fit together.
	suggestion int64
}

// fill returns a value of each field; nil if no attempt gives values within bounds and constraints.
func fill(in group, c chance) []*v1.FieldAnswer {
	const attempts = 256
	for range attempts {
		c.suggestion = c.below(math.MaxInt32)
		values := fillEach(in.GetFields(), c)
		if values != nil && checkBounds(in, values, "") == nil {
			return values
		}
		if len(in.GetConstraints()) == 0 {
			return nil
		}
	}
	return nil
}

// fillEach draws each field by itself. It returns nil if a field has no value.
func fillEach(fields []*v1.FormField, c chance) []*v1.FieldAnswer {
	values := []*v1.FieldAnswer{}
	for _, field := range fields {
		value := fillField(field, c)
		if value == nil {
			return nil
		}
		value.Field = field.FieldId
		values = append(values, value)
	}
	return values
}

func fillField(field *v1.FormField, c chance) *v1.FieldAnswer {
	switch kind := field.Kind.(type) {
	case *v1.FormField_Pick:
		return &v1.FieldAnswer{Value: &v1.FieldAnswer_Picks{Picks: &v1.Picks{Options: fillPicks(kind.Pick, c)}}}
	case *v1.FormField_Number:
		number := c.multiple(kind.Number.Min, kind.Number.Max, kind.Number.Step)
		return &v1.FieldAnswer{Value: &v1.FieldAnswer_Number{Number: number}}
	case *v1.FormField_Amounts:
		amounts := &v1.Amounts{}
		for _, slot := range kind.Amounts.Slots {
			amount := &v1.Amount{Slot: slot.SlotId, Number: slot.Min}
			if c.flip() {
				amount.Number = c.multiple(slot.Min, slot.Max, kind.Amounts.Step)
			}
			amounts.Amounts = append(amounts.Amounts, amount)
		}
		return &v1.FieldAnswer{Value: &v1.FieldAnswer_Amounts{Amounts: amounts}}
	case *v1.FormField_Flag:
		return &v1.FieldAnswer{Value: &v1.FieldAnswer_Flag{Flag: c.flip()}}
	case *v1.FormField_Assign:
		if assignment := fillAssignment(kind.Assign, c); assignment != nil {
			return &v1.FieldAnswer{Value: &v1.FieldAnswer_Assignment{Assignment: assignment}}
		}
	case *v1.FormField_Place:
		if point := fillPoint(kind.Place, c); point != nil {
			return &v1.FieldAnswer{Value: &v1.FieldAnswer_Point{Point: point}}
		}
	case *v1.FormField_Text:
		text := "text"
		return &v1.FieldAnswer{Value: &v1.FieldAnswer_Text{Text: text[:min(len(text), int(kind.Text.MaxBytes))]}}
	case *v1.FormField_Branch:
		if branch, open := pick(openBranches(kind.Branch), c); open {
			if values := fill(branch, c); values != nil {
				answer := &v1.BranchAnswer{Branch: branch.BranchId, Fields: values}
				return &v1.FieldAnswer{Value: &v1.FieldAnswer_Branch{Branch: answer}}
			}
		}
	}
	return nil
}

func fillPicks(field *v1.PickField, c chance) []string {
	var picks []string
	open := openOptions(field.Options)
	count := int64(field.Min) + c.below(max(int64(field.Max)-int64(field.Min)+1, 1))
	for ; count > 0 && len(open) > 0; count-- {
		index := int(c.below(int64(len(open))))
		picks = append(picks, open[index].OptionId)
		open = slices.Delete(open, index, index+1)
	}
	return picks
}

func fillAssignment(field *v1.AssignField, c chance) *v1.Assignment {
	assignment, used := &v1.Assignment{}, map[string]bool{}
	for _, slot := range field.Slots {
		free := slices.DeleteFunc(openOf(slot, field), func(id string) bool { return !field.Repeats && used[id] })
		option, found := pick(free, c)
		if !found {
			return nil
		}
		used[option] = true
		assignment.Slots = append(assignment.Slots, &v1.AssignedOption{Slot: slot.SlotId, Option: option})
	}
	return assignment
}

// fillPoint draws a point of the region, or a suggestion; nil if there is neither.
func fillPoint(field *v1.PlaceField, c chance) *v1.FieldPoint {
	const attempts = 16
	var suggestion *v1.FieldPoint
	if all := field.Suggestions; len(all) > 0 {
		if one := all[c.suggestion%int64(len(all))]; contains(field.Region, one) {
			suggestion = one
		}
	}
	if suggestion != nil && c.flip() {
		return suggestion
	}
	low, high := boundsOf(field.Region)
	for range attempts {
		point := &v1.FieldPoint{X: c.between(low.GetX(), high.GetX()), Y: c.between(low.GetY(), high.GetY())}
		if contains(field.Region, point) {
			return point
		}
	}
	return suggestion
}

// boundsOf are the corners of a rectangle that contains the region.
func boundsOf(region *v1.Region) (low, high *v1.FieldPoint) {
	for index, bordered := range region.GetInside() {
		from, to, margin := coreOf(bordered.Shape)
		first := &v1.FieldPoint{X: from.GetX() - margin, Y: from.GetY() - margin}
		last := &v1.FieldPoint{X: to.GetX() + margin, Y: to.GetY() + margin}
		if index == 0 {
			low, high = first, last
		}
		low = &v1.FieldPoint{X: max(low.X, first.X), Y: max(low.Y, first.Y)}
		high = &v1.FieldPoint{X: min(high.X, last.X), Y: min(high.Y, last.Y)}
	}
	return low, high
}

func (c chance) flip() bool { return c.below(2) == 0 }

func (c chance) between(low, high int32) int32 {
	return int32(int64(low) + c.below(max(int64(high)-int64(low)+1, 1)))
}

// multiple draws a multiple of step within bounds.
func (c chance) multiple(low, high, step int64) int64 {
	step = max(step, 1)
	first := low
	if rest := ((low % step) + step) % step; rest != 0 {
		first = low - rest + step
	}
	return first + step*c.below(max((high-first)/step+1, 1))
}

// pick draws one of several; false if there are none.
func pick[T any](from []T, c chance) (T, bool) {
	if len(from) == 0 {
		var none T
		return none, false
	}
	return from[c.below(int64(len(from)))], true
}
