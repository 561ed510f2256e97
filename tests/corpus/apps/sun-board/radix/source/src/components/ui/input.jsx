import * as React from 'react'
import { cn } from '@/lib/utils'

export const Input = React.forwardRef(({ className, ...props }, ref) => (
  <input
    ref={ref}
    className={cn(
      'flex h-10 w-full rounded-md border border-input bg-background px-3 py-2 text-sm placeholder:text-muted-foreground focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-ring file:mr-3 file:rounded file:border-0 file:bg-secondary file:px-2 file:py-0.5 file:text-sm file:font-medium file:text-secondary-foreground',
      className,
    )}
    {...props}
  />
))
Input.displayName = 'Input'
