import { Skeleton } from '@mantine/core'
import classes from './analytics-skeleton.module.css'

/** In the places of what is to come. */
export function AnalyticsSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading analytics…</span>
      <div className={classes.cards}>
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} height={78} radius={12} />
        ))}
      </div>
      <Skeleton height={508} radius={12} mt={16} />
      <Skeleton height={320} radius={12} mt={16} />
    </div>
  )
}
