import { Select } from 'radix-ui';
import { Check, ChevronDown } from 'lucide-react';

interface Props {
  id: string;
  value: string;
  options: string[];
  onChange(value: string): void;
}

export function Picker({ id, value, options, onChange }: Props) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger id={id} className="field flex items-center justify-between gap-2 text-left">
        <Select.Value />
        <Select.Icon><ChevronDown className="size-4" /></Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content position="popper" sideOffset={4} className="z-50 min-w-(--radix-select-trigger-width) rounded-xl border border-stone-300 bg-white p-1 shadow-lg">
          <Select.Viewport>
            {options.map((o) => (
              <Select.Item key={o} value={o} className="flex cursor-pointer items-center justify-between gap-4 rounded-lg px-3 py-2 outline-none data-highlighted:bg-blush">
                <Select.ItemText>{o}</Select.ItemText>
                <Select.ItemIndicator><Check className="size-4" /></Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

export function FieldError({ id, children }: { id: string; children?: string }) {
  return children ? <p id={id} role="alert" className="mt-1 text-sm text-red-700">{children}</p> : null;
}
