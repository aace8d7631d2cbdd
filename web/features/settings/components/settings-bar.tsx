import { Button, UnstyledButton } from '@mantine/core'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { settingTexts } from '#contract/texts/settings.ts'
import { settingOf } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { countOf } from '#domain/sentences/written.ts'
import { hideActionToast, toastSuccess } from '#web/ui/toasts.ts'
import { sayChange } from '../say-change.ts'
import classes from './settings-bar.module.css'
import { useChangeContext } from './use-change-context.ts'
import type { SettingsForm } from './use-settings-form.ts'
import { ZoneMoves } from './zone-moves.tsx'

interface SettingsBarProps {
  form: SettingsForm
  onShow: (key: SettingKey) => void
  /** All can be brought back by a press, as long as the form is there. */
  onDiscarded: () => void
}

/** What was changed and is not saved, what each change will do, and the one button that saves all of it. */
export function SettingsBar({ form, onShow, onDiscarded }: SettingsBarProps) {
  const context = useChangeContext(form)
  const bar = useRef<HTMLElement>(null)
  useFieldInSight(bar)
  const { changed, read, zone, isZoneUnseen, isSaving, save, discard } = form
  const wrong = changed.filter((key) => !read(key).ok)
  const right = changed.length - wrong.length - (isZoneUnseen ? 1 : 0)
  const words = (key: SettingKey) => {
    const checked = read(key)
    if (!checked.ok) return checked.sentence
    if (key === 'timezone' && zone) return <ZoneMoves to={zone} />
    return sayChange(key, { before: form.fieldOf(key)?.saved.value ?? '', after: checked.value }, context)
  }
  const discardAll = () => {
    tellDiscarded(discard())
    onDiscarded()
  }
  return (
    <section ref={bar} className={classes.bar} aria-label="Not saved yet">
      <ul className={classes.changes}>
        {changed.map((key) => (
          <li key={key} className={classes.change} data-wrong={wrong.includes(key) || undefined}>
            <UnstyledButton className={classes.label} onClick={() => onShow(key)}>
              {settingOf(key).label}
            </UnstyledButton>
            <div>{words(key)}</div>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.count} role="status">
          {countOf(changed.length, 'change')}.
          {wrong.length > 0 && ` ${countOf(wrong.length, 'needs', 'need')} fixing and will not be saved.`}
          {isZoneUnseen && ` ${settingTexts.zoneUnseen}`}
        </p>
        <Button variant="default" disabled={isSaving} onClick={discardAll}>
          Discard
        </Button>
        {/* Alone, a time zone waits until what it moves is shown. */}
        <Button loading={isSaving} disabled={isZoneUnseen && changed.length === 1} onClick={save}>
          {right === 0 ? 'Save' : `Save ${countOf(right, 'change')}`}
        </Button>
      </div>
    </section>
  )
}

/** Between the field and the bar, with the sentence of what is wrong, in pixels. */
const ROOM = 32

/** The field that is typed into stays above the bar, as the bar comes and grows. */
function useFieldInSight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const keepInSight = () => {
      const field = document.activeElement
      if (!bar.current || !(field instanceof HTMLElement) || !field.closest('form')) return
      const covered = field.getBoundingClientRect().bottom + ROOM - bar.current.getBoundingClientRect().top
      if (covered > 0) document.getElementById('content')?.scrollBy(0, covered)
    }
    const observer = new ResizeObserver(keepInSight)
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [bar])
}

/** What was typed is gone by one press: another one brings it back. */
function tellDiscarded(bringBack: () => void): void {
  const undo = () => {
    bringBack()
    hideActionToast()
  }
  toastSuccess(
    settingTexts.discarded,
    <Button size="compact-sm" variant="light" onClick={undo}>
      Undo
    </Button>,
  )
}
