import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { OfferedPreset, Preview, ShownConnector } from '#contract/connectors.ts'
import { labelOfPlace } from '#contract/texts/connector-places.ts'
import type { ConnectorSecret } from '#domain/leads/connector.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { DialogFoot, type useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { usePreview, useSaveConnector } from '../../connector-api.ts'
import { otherTermsOf, requiredTermsOf, secretsOf, toDraft, type Typed } from './draft.ts'
import { MendFields } from './mend-fields.tsx'
import { PreviewRows } from './preview-rows.tsx'
import classes from './setup.module.css'

interface ConnectorFormProps {
  preset: OfferedPreset
  /** The feed that is changed; null: a new one. */
  connector: ShownConnector | null
  typed: Typed
  onTyped: (typed: Typed) => void
  zone: Zone
  discard: ReturnType<typeof useDiscard>
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

/** Sets up or changes a feed: asks for one page, corrects how it is read, and saves once its rows are right. */
export function ConnectorForm(props: ConnectorFormProps) {
  const { preset, connector, typed, onTyped, zone, discard, onBusy, onSaved } = props
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** The draft of the last request. */
  const [asked, setAsked] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const ask = usePreview()
  const save = useSaveConnector()
  const draft = toDraft(typed, connector?.version ?? null)
  const isBusy = ask.isPending || save.isPending
  const isRight = ask.data?.ok === true && asked === JSON.stringify(draft)

  const change = (part: Partial<Typed>) => {
    setProblems(new Map())
    onTyped({ ...typed, ...part })
  }
  const changeTerm = (place: string, value: string) => change({ terms: { ...typed.terms, [place]: value } })
  const fail = (error: unknown) => {
    const errors = new Map(fieldErrorsOf(error).map(({ path, message }) => [path, message]))
    showProblems(form.current, messageOf(error), () => setProblems(errors))
  }
  const settle = () => onBusy(false)
  const askNow = () => {
    if (isBusy) return
    onBusy(true)
    setAsked(JSON.stringify(draft))
    ask.mutate(draft, { onError: fail, onSettled: settle })
  }
  const saveNow = () => {
    if (isBusy) return
    onBusy(true)
    const onSuccess = ({ name, paused, version }: ShownConnector) => {
      const next = paused ? ' It is paused.' : version === connector?.version ? '' : ' Its sync starts now.'
      toastSuccess(`Feed saved: ${name}.${next}`)
      onSaved()
    }
    save.mutate(draft, { onSuccess, onError: fail, onSettled: settle })
  }

  const terms = [...requiredTermsOf(preset), ...otherTermsOf(preset)]
  const textOf = (place: string) => ({
    label: labelOfPlace(place),
    value: typed.terms[place] ?? '',
    error: problems.get(`terms.${place}`) ?? problems.get(place),
    onChange: (event: { currentTarget: { value: string } }) => changeTerm(place, event.currentTarget.value),
  })
  return (
    <Form ref={form} noValidate autoComplete="off" onSubmit={isRight ? saveNow : askNow}>
      {preset.notes.length > 0 && <p className={classes.note}>{preset.notes.join(' ')}</p>}
      <div className={classes.grid}>
        <TextInput
          label="Name"
          description={connector ? 'Cannot be changed: it is a part of each row' : 'Cannot be changed later'}
          value={typed.name}
          readOnly={connector !== null}
          error={problems.get('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          description={`Such as ${preset.url}`}
          type="url"
          data-autofocus
          autoFocus
          value={typed.url}
          error={problems.get('url')}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        {secretsOf(preset).map((secret) => (
          <SecretField
            key={secret}
            secret={secret}
            isSet={connector?.secrets.includes(secret) ?? false}
            value={typed.secrets[secret] ?? ''}
            error={problems.get(secret)}
            onTyped={(value) => change({ secrets: { ...typed.secrets, [secret]: value } })}
          />
        ))}
        {terms.map((place) =>
          place === 'deposits.goal' && ask.data && ask.data.goals.length > 0 ? (
            <NativeSelect
              key={place}
              {...textOf(place)}
              description="Its rows are first deposits"
              data={[{ value: '', label: 'Choose' }, ...listGoalOptions(ask.data, typed.terms[place])]}
            />
          ) : (
            <TextInput key={place} {...textOf(place)} description={HINTS[place]} />
          ),
        )}
      </div>
      {ask.data && <PreviewRows preview={ask.data} isNew={connector === null} zone={zone} />}
      {ask.data && (
        <MendFields preview={ask.data} terms={typed.terms} problems={problems} but={terms} onTyped={changeTerm} />
      )}
      {connector && (
        <p className={classes.note}>
          After a change, the leads of the last 60 days are read again. For older leads, start a backfill.
        </p>
      )}
      <DialogFoot discard={discard} className={classes.foot}>
        <Button variant="default" onClick={discard.askToClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          variant={isRight ? 'default' : 'filled'}
          type={isRight ? 'button' : 'submit'}
          loading={ask.isPending}
          onClick={isRight ? askNow : undefined}
        >
          Test the feed
        </Button>
        <Button type={isRight ? 'submit' : 'button'} disabled={!isRight} loading={save.isPending}>
          Save feed
        </Button>
      </DialogFoot>
    </Form>
  )
}

const HINTS: Readonly<Record<string, string>> = {
  'constants.advertiserId': 'No row has one',
  'deposits.goal': 'Leave it empty and test the feed. Then choose one of the goals found',
}

interface SecretFieldProps {
  secret: ConnectorSecret
  isSet: boolean
  value: string
  error: string | undefined
  onTyped: (value: string) => void
}

/** The goals in the rows, with their counts; a typed one stays an option. */
function listGoalOptions({ goals }: Preview, typed = '') {
  const named = goals.map(({ goal, rows }) => ({ value: goal, label: `${goal} (${countOf(rows, 'row')} here)` }))
  return typed === '' || goals.some(({ goal }) => goal === typed) ? named : [...named, { value: typed, label: typed }]
}

/** A secret of the other system. The stored one is never shown: typing replaces it. */
function SecretField({ secret, isSet, value, error, onTyped }: SecretFieldProps) {
  const shared = {
    label: labelOfPlace(secret),
    description: isSet ? 'Saved. Type to replace it' : 'Stored encrypted, never shown again',
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onTyped(event.currentTarget.value),
  }
  return secret === 'username' ? (
    <TextInput {...shared} autoComplete="off" />
  ) : (
    <TextInput {...shared} type="password" autoComplete="new-password" />
  )
}
