import { clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

export function cn(...inputs) {
  return twMerge(clsx(inputs))
}

export function plural(n, one, many = one + 's') {
  return `${n} ${n === 1 ? one : many}`
}
