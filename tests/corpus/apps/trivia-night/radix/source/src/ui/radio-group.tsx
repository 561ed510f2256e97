import type { ComponentProps } from 'react';
import { RadioGroup as Primitive } from 'radix-ui';
import clsx from 'clsx';

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={clsx('grid gap-3', className)} {...props} />;
}

export function RadioGroupItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={clsx('flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-slate-400 data-[state=checked]:border-amber-300', className)}
      {...props}
    >
      <Primitive.Indicator className="size-2.5 rounded-full bg-amber-300" />
    </Primitive.Item>
  );
}
