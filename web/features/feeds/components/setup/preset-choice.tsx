import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OfferedPreset } from '#contract/connectors.ts'
import { labelOfPlace } from '#contract/texts/connector-places.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { presetsQuery } from '../../connector-api.ts'
import { requiredTermsOf, secretsOf } from './draft.ts'
import classes from './setup.module.css'

/** The systems that leads can come from, each with what it needs. */
export function PresetChoice({ onChosen }: { onChosen: (preset: OfferedPreset) => void }) {
  const { data, error, refetch } = useQuery(presetsQuery)
  if (error && !data) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius={8} />
  return (
    <>
      <p className={classes.lead}>Which system do the leads come from?</p>
      <ul className={classes.presets} aria-label="Systems">
        {data.map((preset) => (
          <li key={preset.preset}>
            <button type="button" className={classes.preset} onClick={() => onChosen(preset)}>
              <strong>{preset.title}</strong>
              <span>Needs: {sayNeeds(preset)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function sayNeeds(preset: OfferedPreset): string {
  const named = new Set(preset.required)
  const secrets = secretsOf(preset).map((secret) => (named.has(secret) ? secret : `${secret}?`))
  const places = ['address', ...secrets, ...requiredTermsOf(preset)]
  return places
    .map((place) =>
      place.endsWith('?')
        ? `${labelOfPlace(place.slice(0, -1)).toLowerCase()} if it has one`
        : labelOfPlace(place).toLowerCase(),
    )
    .join(', ')
}
