import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import classes from './no-figures.module.css'

export function NoFigures({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return (
    <div className={classes.root}>
      <p className={classes.title}>{texts.analytics.noData}</p>
      {isNarrowed ? (
        <>
          <p>Nothing came on these days that fits the filters.</p>
          <Button size="xs" onClick={onClear}>
            Clear filters
          </Button>
        </>
      ) : (
        <>
          <p>
            Leads and deposits are counted here as soon as a lead sync brings them. Choose other days, or see the feeds.
          </p>
          <Button size="xs" renderRoot={(props) => <Link {...props} to="/admin" search={{ section: 'feeds' }} />}>
            Look at the lead feeds
          </Button>
        </>
      )}
    </div>
  )
}
