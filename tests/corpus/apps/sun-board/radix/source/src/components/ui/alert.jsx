import { cva } from 'class-variance-authority'
import { cn } from '@/lib/utils'

const alertVariants = cva('relative w-full rounded-lg border p-4 text-sm [&>svg]:absolute [&>svg]:left-4 [&>svg]:top-4 [&>svg]:size-4 [&>svg~*]:pl-7', {
  variants: {
    variant: {
      default: 'bg-background text-foreground',
      destructive: 'border-destructive/60 text-destructive',
    },
  },
  defaultVariants: { variant: 'default' },
})

export const Alert = ({ className, variant, ...props }) => <div role="alert" className={cn(alertVariants({ variant }), className)} {...props} />
export const AlertTitle = ({ className, ...props }) => <h3 className={cn('mb-1 font-medium leading-none tracking-tight', className)} {...props} />
export const AlertDescription = ({ className, ...props }) => <div className={cn('leading-relaxed', className)} {...props} />
