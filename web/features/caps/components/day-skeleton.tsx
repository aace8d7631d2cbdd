import { Skeleton } from '@mantine/core'
import classes from './day-skeleton.module.css'

/** The shape of a day that is on its way. */
export function DaySkeleton() {
  return (
    <div>
      <span className="visually-hidden">Loading caps…</span>
      {['first', 'second'].map((group) => (
        <div key={group} aria-hidden="true">
          <div className={classes.head}>
            <Skeleton height={12} width={120} />
            <Skeleton height={12} width={90} />
          </div>
          {['one', 'two', 'three'].map((card) => (
            <div key={card} className={classes.card}>
              <Skeleton height={14} width="55%" />
              <Skeleton height={5} />
              <Skeleton height={12} width="70%" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
