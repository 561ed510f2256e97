import { forwardRef, type ButtonHTMLAttributes } from 'react';
import { Slot } from 'radix-ui';
import clsx from 'clsx';

const variants = {
  default: 'bg-amber-400 text-slate-950 hover:bg-amber-300',
  outline: 'border border-slate-600 hover:bg-slate-800',
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof variants;
  asChild?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, Props>(function Button({ variant = 'default', asChild, className, ...props }, ref) {
  const Comp = asChild ? Slot.Root : 'button';
  return (
    <Comp
      ref={ref}
      {...(asChild ? {} : { type: 'button' as const })}
      className={clsx(
        'inline-flex items-center justify-center gap-2 rounded-md px-4 py-2 font-medium transition-colors disabled:pointer-events-none disabled:opacity-40',
        variants[variant],
        className,
      )}
      {...props}
    />
  );
});
