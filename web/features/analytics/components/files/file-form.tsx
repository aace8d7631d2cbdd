import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AnalyticsFile, AnalyticsFileDraft } from '#contract/analytics-files.ts'
import { checkInput, type FieldError } from '#contract/check.ts'
import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { PRESETS } from '#domain/analytics/choices.ts'
import { PRESET_NAMES } from '#domain/analytics/period.ts'
import { TABLE_NAMES } from '#domain/analytics/tables.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { sayCounting, sayNarrowing } from '#domain/sentences/analytics-files.ts'
import { WEEKDAYS } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { botChatsQuery } from '#web/lib/bot-chats.ts'
import { listClashes, rebase, standingOf } from '#web/lib/standing.ts'
import { DialogFoot, type useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useSaveFile, type FileDraftWire, type ShownFile } from '../../file-api.ts'
import { listChatOptions } from './chat-options.ts'
import classes from './files.module.css'

interface FileFormProps {
  /** What stands in the fields at first. */
  start: FileDraftWire
  /** The one that is changed; null: a new one. */
  file: ShownFile | null
  /** Whose own chat it may go to: that of the person at the screen, else only that of its owner. */
  isMine: boolean
  ownChatId: string
  /** IANA name of the zone of the settings. */
  zone: string
  /** The way out, which asks before what was chosen is lost: of the dialog, or of the form of a change. */
  discard: ReturnType<typeof useDiscard>
  onDirty: (isDirty: boolean) => void
  /** It is saved. Without it the form stands empty again. */
  onDone?: () => void
}

/** Where, when and how a table is sent. What is refused is told at its field, and nothing chosen is lost. */
export function FileForm({ start, file, isMine, ownChatId, zone, discard, onDirty, onDone }: FileFormProps) {
  const save = useSaveFile()
  const element = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [target, setTarget] = useState(file)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const known = useQuery(botChatsQuery)
  const chats = known.data ?? []

  const change = (edit: Partial<FileDraftWire>) => {
    setDraft({ ...draft, ...edit })
    setProblems(new Map())
    onDirty(true)
  }
  const showErrors = (message: string, errors: readonly FieldError[]) =>
    showProblems(element.current, message, () =>
      setProblems(new Map(errors.map((error) => [error.path.split('.')[0] ?? '', error.message]))),
    )

  const submit = async () => {
    if (save.isPending) return
    const { table, preset, geo, advertiserId, sourceNumber, countBy, sort, descending, format } = draft
    const wish = { table, preset, geo, advertiserId, sourceNumber, countBy, sort, descending, format }
    const wanted = { ...wish, chatId: draft.chatId, weekdays: draft.weekdays, time: draft.time }
    const checked = checkInput(AnalyticsFileDraft, wanted)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    try {
      const seen = target && { version: target.version, isPaused: target.isPaused }
      await save.mutateAsync({ id: target?._id ?? null, draft: { ...wanted, ...seen } })
      toastSuccess(analyticsFileTexts.saved)
      setDraft(start)
      onDirty(false)
      onDone?.()
    } catch (error) {
      const current = standingOf(error, AnalyticsFile)
      const clashes = target && current ? adopt(target, current) : []
      showErrors(messageOf(error), [...clashes, ...fieldErrorsOf(error)])
    }
  }

  const options = listChatOptions({
    chats,
    chosen: draft.chatId,
    standing: start.chatId,
    own: isMine ? ownChatId : null,
  })

  /** Takes over what somebody else changed and nobody chose here. Returns what both changed. */
  const adopt = (before: ShownFile, current: ShownFile) => {
    const { weekdays, ...merged } = rebase(valuesOf(draft), valuesOf(before), valuesOf(current))
    setDraft({ ...merged, weekdays: weekdays.flatMap((isOn, at) => (isOn ? [at + 1] : [])) })
    setTarget(current)
    const shownOf = ({ chatId, preset, format, time }: FileDraftWire) => ({
      chatId: options.find(({ value }) => value === chatId)?.label ?? chatId,
      preset: PRESET_NAMES[preset],
      format: format.toUpperCase(),
      time,
    })
    return listClashes(shownOf(draft), shownOf(before), shownOf(current))
  }
  const narrowing = sayNarrowing({
    geo: draft.geo ?? null,
    advertiserId: draft.advertiserId ?? null,
    sourceNumber: draft.sourceNumber ?? null,
  })
  const counting = sayCounting({ table: draft.table, countBy: draft.countBy ?? 'deposit' })
  return (
    <Form
      ref={element}
      className={classes.form}
      aria-label={file ? 'Change a file' : 'A new file'}
      noValidate
      onSubmit={submit}
    >
      <p className={classes.what}>
        <b>{TABLE_NAMES[draft.table]}</b>
        {counting}
        {narrowing === '' ? '' : `, only ${narrowing}`}, sorted as on the screen. “Yesterday” and the like are seen from
        the day of sending.
      </p>
      <SearchSelect
        className={classes.wide}
        label="Chat"
        placeholder={isMine ? 'A group that the bot is in, or you' : 'A group that the bot is in'}
        data={options}
        limit={50}
        comboboxProps={{ shadow: 'md', keepMounted: false }}
        value={draft.chatId === '' ? null : draft.chatId}
        error={problems.get('chatId')}
        description="Everybody in the chat can read it."
        data-autofocus={file ? undefined : true}
        onChange={(chatId) => change({ chatId: chatId ?? '' })}
      />
      {known.error && !known.data && (
        <div className={classes.wide}>
          <ProblemBox message={messageOf(known.error)} onRetry={() => void known.refetch()} />
        </div>
      )}
      <NativeSelect
        label="Days"
        data={PRESETS.map((preset) => ({ value: preset, label: PRESET_NAMES[preset] }))}
        value={draft.preset}
        error={problems.get('preset')}
        onChange={(event) => {
          const value = event.currentTarget.value
          change({ preset: PRESETS.find((each) => each === value) ?? 'yesterday' })
        }}
      />
      <NativeSelect
        label="Format"
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'XLSX' },
        ]}
        value={draft.format}
        error={problems.get('format')}
        onChange={(event) => change({ format: event.currentTarget.value === 'xlsx' ? 'xlsx' : 'csv' })}
      />
      <TextInput
        label={`At (${labelOfZone(zone)})`}
        placeholder="08:00"
        value={draft.time}
        error={problems.get('time')}
        onChange={(event) => change({ time: event.currentTarget.value })}
      />
      <fieldset className={classes.week}>
        <legend>On</legend>
        {WEEKDAYS.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={draft.weekdays.includes(index + 1)}
            error={index === 0 && problems.has('weekdays')}
            onChange={(event) => {
              const others = draft.weekdays.filter((weekday) => weekday !== index + 1)
              change({ weekdays: event.currentTarget.checked ? [...others, index + 1] : others })
            }}
          />
        ))}
        {problems.has('weekdays') && <p className={classes.error}>{problems.get('weekdays')}</p>}
      </fieldset>
      <DialogFoot discard={discard} what="chose" className={classes.foot}>
        {file && (
          <Button variant="default" onClick={discard.askToClose} disabled={save.isPending}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={save.isPending}>
          {file ? 'Save file' : 'Schedule file'}
        </Button>
      </DialogFoot>
    </Form>
  )
}

/** With each weekday by itself: two people may change different ones. */
function valuesOf({ weekdays, ...draft }: FileDraftWire) {
  return { ...draft, weekdays: WEEKDAYS.map((_, index) => weekdays.includes(index + 1)) }
}
