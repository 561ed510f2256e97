import { Progress as Primitive } from 'radix-ui';

export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <Primitive.Root value={value} max={max} aria-label={label} className="h-2 overflow-hidden rounded-full bg-slate-800">
      <Primitive.Indicator className="h-full bg-amber-400 transition-transform" style={{ transform: `translateX(-${100 - (value / max) * 100}%)` }} />
    </Primitive.Root>
  );
}
