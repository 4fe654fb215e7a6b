package tinsel

import (
	"slices"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// holds reports whether the values satisfy a constraint. A constraint of a later release holds: the server checks it.
func holds(constraint *v1.Constraint, values []*v1.FieldAnswer) bool {
	switch rule := constraint.Rule.(type) {
	case *v1.Constraint_SumAtMost:
		return sum(rule.SumAtMost.Paths, values) <= rule.SumAtMost.Max
	case *v1.Constraint_CountAtMost:
		count := 0
		for _, path := range rule.CountAtMost.Paths {
			if chosen := len(chosen(path, values)); chosen > 0 {
				count += chosen
			} else if isFilled(path, values) {
				count++
			}
		}
		return count <= int(rule.CountAtMost.Max)
	case *v1.Constraint_AtLeastOneOf:
		return slices.ContainsFunc(rule.AtLeastOneOf.Paths, func(path *v1.FieldPath) bool { return isFilled(path, values) })
	case *v1.Constraint_Distinct:
		seen := map[string]bool{}
		for _, path := range rule.Distinct.Paths {
			for _, id := range chosen(path, values) {
				if seen[id] {
					return false
				}
				seen[id] = true
			}
		}
	case *v1.Constraint_ExactlyWhen:
		when := rule.ExactlyWhen
		return isFilled(when.Path, values) == (sum(when.Paths, values) == when.Total)
	case *v1.Constraint_Distance:
		first := find(values, rule.Distance.First.GetField()).GetPoint()
		second := find(values, rule.Distance.Second.GetField()).GetPoint()
		if first != nil && second != nil {
			distance := squaredDistance(first, second)
			return distance >= square(rule.Distance.Min) && (rule.Distance.Max == nil || distance <= square(*rule.Distance.Max))
		}
	}
	return true
}

// firstOf is the value to which a problem with the constraint points, or nil.
func firstOf(constraint *v1.Constraint) *v1.FieldPath {
	var paths []*v1.FieldPath
	switch rule := constraint.Rule.(type) {
	case *v1.Constraint_SumAtMost:
		paths = rule.SumAtMost.Paths
	case *v1.Constraint_CountAtMost:
		paths = rule.CountAtMost.Paths
	case *v1.Constraint_AtLeastOneOf:
		paths = rule.AtLeastOneOf.Paths
	case *v1.Constraint_Distinct:
		paths = rule.Distinct.Paths
	case *v1.Constraint_ExactlyWhen:
		return rule.ExactlyWhen.Path
	case *v1.Constraint_Distance:
		return rule.Distance.Second
	}
	if len(paths) == 0 {
		return nil
	}
	return paths[0]
}

func sum(paths []*v1.FieldPath, values []*v1.FieldAnswer) int64 {
	total := int64(0)
	for _, path := range paths {
		total += number(path, values)
	}
	return total
}

// number is the number of a value, as Constraint defines it.
func number(path *v1.FieldPath, values []*v1.FieldAnswer) int64 {
	value := find(values, path.Field)
	switch {
	case path.Part == "" && value.GetPicks() != nil:
		return int64(len(value.GetPicks().Options))
	case path.Part == "" && value.GetAssignment() != nil:
		return int64(len(value.GetAssignment().Slots))
	case path.Part == "" && valueKindOf(value) == "number":
		return value.GetNumber()
	case value.GetAmounts() != nil:
		total := int64(0)
		for _, amount := range value.GetAmounts().Amounts {
			if path.Part == "" || path.Part == amount.Slot {
				total += amount.Number
			}
		}
		return total
	case isFilled(path, values):
		return 1
	}
	return 0
}

// isFilled reports whether a value is filled, as Constraint defines it.
func isFilled(path *v1.FieldPath, values []*v1.FieldAnswer) bool {
	switch value := find(values, path.GetField()).GetValue().(type) {
	case *v1.FieldAnswer_Number:
		return value.Number != 0
	case *v1.FieldAnswer_Flag:
		return value.Flag
	case *v1.FieldAnswer_Text:
		return value.Text != ""
	case *v1.FieldAnswer_Point:
		return true
	case *v1.FieldAnswer_Branch:
		return path.Part == "" || path.Part == value.Branch.Branch
	}
	return len(chosen(path, values)) > 0
}

// chosen are the chosen IDs: picked and assigned options, slots with a number other than 0.
func chosen(path *v1.FieldPath, values []*v1.FieldAnswer) []string {
	var ids []string
	value := find(values, path.GetField())
	for _, option := range value.GetPicks().GetOptions() {
		if path.Part == "" || path.Part == option {
			ids = append(ids, option)
		}
	}
	for _, amount := range value.GetAmounts().GetAmounts() {
		if amount.Number != 0 && (path.Part == "" || path.Part == amount.Slot) {
			ids = append(ids, amount.Slot)
		}
	}
	for _, one := range value.GetAssignment().GetSlots() {
		if path.Part == "" || path.Part == one.Slot {
			ids = append(ids, one.Option)
		}
	}
	return ids
}

// contains reports whether a point is inside every shape of one set, and outside every shape of the other.
func contains(region *v1.Region, point *v1.FieldPoint) bool {
	has := func(shape *v1.BorderedShape) bool { return isInside(shape, point) }
	inside := !slices.ContainsFunc(region.GetInside(), func(shape *v1.BorderedShape) bool { return !has(shape) })
	return inside && !slices.ContainsFunc(region.GetOutside(), has)
}

func isInside(bordered *v1.BorderedShape, point *v1.FieldPoint) bool {
	low, high, margin := coreOf(bordered.Shape)
	nearest := &v1.FieldPoint{
		X: min(max(point.X, low.GetX()), high.GetX()), Y: min(max(point.Y, low.GetY()), high.GetY()),
	}
	distance := squaredDistance(point, nearest)
	switch {
	case bordered.Edge:
		return distance <= square(margin)
	case margin == 0:
		return low.GetX() < point.X && point.X < high.GetX() && low.GetY() < point.Y && point.Y < high.GetY()
	}
	return distance < square(margin)
}

// coreOf is a shape as a rectangle with a margin: a circle is a rectangle of one point.
func coreOf(shape *v1.Shape) (low, high *v1.FieldPoint, margin int32) {
	if circle := shape.GetCircle(); circle != nil {
		return circle.Centre, circle.Centre, circle.Radius
	}
	rectangle := shape.GetRectangle()
	return rectangle.GetLow(), rectangle.GetHigh(), rectangle.GetMargin()
}

// squaredDistance is exact for points of a playing field: coordinates up to 2^30 cannot overflow it.
func squaredDistance(a, b *v1.FieldPoint) uint64 {
	x, y := int64(a.GetX())-int64(b.GetX()), int64(a.GetY())-int64(b.GetY())
	return uint64(x*x) + uint64(y*y)
}

func square(number int32) uint64 { return uint64(int64(number) * int64(number)) }
