import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import type { Why } from '../api.ts'
import classes from './why.module.css'

type NearPlace = Why['near']['sameSource'][number]

interface NearListProps {
  cap: Cap
  near: Why['near']
  /** Explains another cap of this kind. */
  onOpen: (capId: string) => void
}

/** Rows of each list before “show all”. */
const SHOWN_AT_FIRST = 4

/** Other leads and caps of the geo: where the cap's leads may have gone. */
export function NearList({ cap, near, onOpen }: NearListProps) {
  const isBroker = cap.kind === 'broker'
  return (
    <>
      <NearGroup
        title={isBroker ? `${sourceOf(cap)} to other brokers` : 'Who took them'}
        none={isBroker ? 'Nothing to another broker of this geo' : 'Nobody yet'}
        places={near.sameSource}
        nameOf={brokerOf}
        onOpen={isBroker ? onOpen : undefined}
      />
      <NearGroup
        title={isBroker ? 'Other sources of this broker' : 'Other sources of the geo'}
        none="None in this geo"
        places={near.otherSources}
        nameOf={sourceOf}
        onOpen={onOpen}
      />
      <p className={classes.line}>
        <span>{cap.geo} leads without a cap</span>
        <strong>{formatCount(near.unplanned)}</strong>
      </p>
    </>
  )
}

interface NearGroupProps {
  title: string
  /** The text of an empty list. */
  none: string
  places: readonly NearPlace[]
  nameOf: (place: NearPlace) => string
  onOpen: ((capId: string) => void) | undefined
}

function NearGroup({ title, none, places, nameOf, onOpen }: NearGroupProps) {
  const [all, setAll] = useState(false)
  const shown = all ? places : places.slice(0, SHOWN_AT_FIRST)
  return (
    <div className={classes.near}>
      <h4>{title}</h4>
      {places.length === 0 && <p className={classes.dim}>{none}</p>}
      {shown.map((place) => {
        const { capId } = place
        const name = nameOf(place)
        return (
          <p key={name} className={classes.line}>
            {capId !== null && onOpen ? (
              <button type="button" className={classes.link} onClick={() => onOpen(capId)}>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
            <strong>
              {formatCount(place.leads)}
              <span className={classes.dim}>
                {place.planned === null ? ' · no cap' : ` / ${formatCount(place.planned)}`}
              </span>
            </strong>
          </p>
        )
      })}
      {shown.length < places.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {countOf(places.length, 'place')}
        </Button>
      )}
    </div>
  )
}

function brokerOf({ advertiserId, advertiserName }: NearPlace): string {
  if (advertiserName === null) return advertiserId === '' ? 'Unknown broker' : (advertiserId ?? '')
  return `${advertiserName} ${advertiserId ?? ''}`
}

function sourceOf({ sourceNumber, sourceName = null }: { sourceNumber: string; sourceName?: string | null }): string {
  if (sourceNumber === '') return 'Unknown source'
  return sourceName === null ? `#${sourceNumber}` : `#${sourceNumber} ${sourceName}`
}
