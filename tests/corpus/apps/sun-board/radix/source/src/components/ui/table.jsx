import { cn } from '@/lib/utils'

export const Table = ({ className, ...props }) => (
  <div className="w-full overflow-x-auto"><table className={cn('w-full caption-bottom text-sm', className)} {...props} /></div>
)
export const TableHeader = ({ className, ...props }) => <thead className={cn('[&_tr]:border-b', className)} {...props} />
export const TableBody = ({ className, ...props }) => <tbody className={cn('[&_tr:last-child]:border-0', className)} {...props} />
export const TableRow = ({ className, ...props }) => <tr className={cn('border-b transition-colors hover:bg-muted/50', className)} {...props} />
export const TableHead = ({ className, ...props }) => (
  <th scope="col" className={cn('h-11 px-4 text-left align-middle font-medium text-muted-foreground', className)} {...props} />
)
export const TableCell = ({ className, ...props }) => <td className={cn('px-4 py-3 align-middle', className)} {...props} />
