import { cn } from '@/lib/utils'

export const Badge = ({ className, ...props }) => (
  <span className={cn('inline-flex items-center rounded-full border whitespace-nowrap px-2.5 py-0.5 text-xs font-medium', className)} {...props} />
)
