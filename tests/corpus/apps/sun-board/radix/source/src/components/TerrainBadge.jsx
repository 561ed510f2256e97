import { Building2, HelpCircle, Mountain, TreePine, Waves, Wheat } from 'lucide-react'
import { Badge } from '@/components/ui/badge'

const looks = {
  Coast: [Waves, 'border-sky-500/40 bg-sky-500/10'],
  Mountain: [Mountain, 'border-slate-500/40 bg-slate-500/10'],
  Forest: [TreePine, 'border-emerald-500/40 bg-emerald-500/10'],
  City: [Building2, 'border-violet-500/40 bg-violet-500/10'],
  Plain: [Wheat, 'border-amber-500/50 bg-amber-500/10'],
}

export function TerrainBadge({ terrain }) {
  const [Icon, look] = looks[terrain] ?? [HelpCircle, 'bg-muted']
  return (
    <Badge className={look}>
      <Icon className="mr-1.5 size-3.5" aria-hidden="true" />
      {terrain}
    </Badge>
  )
}
