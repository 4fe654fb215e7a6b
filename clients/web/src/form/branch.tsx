/** Exactly one of several groups of fields. */

import { useId } from "preact/hooks";

import { type FieldProps } from "./context.js";
import { Fields } from "./fields.js";
import { Frame } from "./frame.js";
import { OptionCard } from "./option.js";

export function BranchInput({ field, kind, value, path, onChange }: FieldProps<"branch", "branch">) {
  const name = useId();
  const chosen = kind.branches.find((branch) => branch.branchId === value.branch);
  return (
    <Frame field={field} path={path}>
      <div class="options">
        {kind.branches.map((branch) => (
          <OptionCard
            key={branch.branchId}
            type="radio"
            name={name}
            title={branch.title}
            help={branch.help}
            component={branch.component}
            refused={branch.refused}
            checked={branch.branchId === value.branch}
            onChange={() => onChange({ ...value, branch: branch.branchId })}
          />
        ))}
      </div>
      {chosen && chosen.fields.length > 0 && (
        <div class="nested">
          <Fields
            group={chosen}
            values={value.fields[chosen.branchId] ?? {}}
            within={`${path}.branch[${chosen.branchId}].`}
            onChange={(values) => onChange({ ...value, fields: { ...value.fields, [chosen.branchId]: values } })}
          />
        </div>
      )}
    </Frame>
  );
}
