import { Skeleton } from '@mantine/core'
import classes from './history.module.css'

const BATCHES = [1, 2, 3, 4]

export function HistorySkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {BATCHES.map((batch) => (
        <div key={batch}>
          <Skeleton height={16} width="55%" />
          <Skeleton height={12} width="35%" mt={6} />
          <Skeleton height={12} width="80%" mt={10} />
        </div>
      ))}
    </div>
  )
}
