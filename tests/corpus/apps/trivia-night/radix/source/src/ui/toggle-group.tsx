import type { ComponentProps } from 'react';
import { ToggleGroup as Primitive } from 'radix-ui';

type RootProps = Extract<ComponentProps<typeof Primitive.Root>, { type: 'single' }>;

export function ToggleGroup(props: RootProps) {
  return <Primitive.Root className="flex flex-wrap gap-2" {...props} />;
}

export function ToggleGroupItem(props: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className="rounded-full border border-slate-600 px-3 py-1 text-sm hover:bg-slate-800 data-[state=on]:border-amber-300 data-[state=on]:bg-amber-300 data-[state=on]:text-slate-950"
      {...props}
    />
  );
}
