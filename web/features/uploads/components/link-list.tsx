import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { linksQuery, useRemoveLink } from '../api.ts'
import classes from './uploads-panel.module.css'

/** The published tables that every sync reads. */
export function LinkList({ zone }: { zone: Zone }) {
  const { data: links = [], error, refetch } = useQuery(linksQuery)
  const [asked, setAsked] = useState<string | null>(null)
  const problem = links.length === 0 ? error : null
  if (links.length === 0 && !problem) return null
  return (
    <section aria-labelledby="published-sheets" className={classes.part}>
      <h3 id="published-sheets" className={classes.title}>
        Published sheets
      </h3>
      <p className={classes.dim}>Their results are under Lead feeds.</p>
      {problem && <ProblemBox message={messageOf(problem)} onRetry={() => void refetch()} />}
      <ul className={classes.list}>
        {links.map(({ name, host, addedBy, createdAt }) => (
          <li key={name} className={classes.saved}>
            <strong className={classes.name}>{name}</strong>
            <p className={classes.dim}>
              {host}, since {formatMoment(createdAt, zone)} by {addedBy}
            </p>
            <Button variant="default" size="xs" onClick={() => setAsked(name)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <RemoveLink name={asked} onClosed={() => setAsked(null)} />}
    </section>
  )
}

function RemoveLink({ name, onClosed }: { name: string; onClosed: () => void }) {
  const act = useRemoveLink(name)
  return (
    <ConfirmDialog
      title="Remove a published sheet"
      question={`Stop reading ${name}?`}
      details="Its leads and deposits stay."
      label="Remove"
      busyLabel="Removing…"
      act={act}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
