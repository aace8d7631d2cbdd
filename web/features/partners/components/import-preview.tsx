import type { ImportItem, ImportReading, previewImport } from '#domain/partners/import.ts'
import { indexFolded } from '#domain/kernel/identity.ts'
import { foldKey, type Partner, type PartnerKind } from '#domain/partners/partner.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import classes from './import-partners.module.css'
import { KIND_WORDS, showKey } from './partner-kinds.ts'

const FIRST = 6

interface ImportPreviewProps {
  kind: PartnerKind
  preview: ReturnType<typeof previewImport>
  reading: ImportReading
  registered: readonly Pick<Partner, 'key' | 'name'>[]
}

/** The effect of an import, before it is done. */
export function ImportPreview({ kind, preview, reading, registered }: ImportPreviewProps) {
  const findName = indexFolded(
    registered.map(({ key, name }) => [key, name]),
    (key) => foldKey(kind, key),
  )
  const standing = ({ key, name }: ImportItem) => findName(key) ?? name
  const { texts } = KIND_WORDS[kind]
  const { dropped, repeated } = reading
  const notes = [
    ...(dropped > 0 ? [`${countOf(dropped, 'item')} without an ID or a name will be left out.`] : []),
    ...(repeated > 0 ? [`${countOf(repeated, 'item')} with a repeated ID will be skipped.`] : []),
  ]
  return (
    <section className={classes.preview} aria-label="Preview" aria-live="polite">
      <Part kind={kind} title="New" items={preview.created} say={sayNames} />
      <Part
        kind={kind}
        title="Changes"
        items={preview.updated}
        say={(item) => (standing(item) === item.name ? sayNames(item) : `${standing(item)} → ${sayNames(item)}`)}
      />
      <Part
        kind={kind}
        title="Too many aliases"
        items={preview.overfull}
        say={(item) => `${standing(item)}: ${texts.import.aliases(item.aliases.length)}`}
      />
      <Part kind={kind} title="Stays as it is" items={preview.skipped} say={standing} />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </section>
  )
}

function sayNames({ name, aliases }: ImportItem): string {
  return aliases.length === 0 ? name : `${name} (${aliases.join(', ')})`
}

interface PartProps {
  kind: PartnerKind
  title: string
  items: readonly ImportItem[]
  say: (item: ImportItem) => string
}

function Part({ kind, title, items, say }: PartProps) {
  if (items.length === 0) return null
  const names = items.slice(0, FIRST).map((item) => `${showKey(kind, item.key)} ${say(item)}`)
  const rest = items.length - names.length
  return (
    <p className={classes.part}>
      <strong>
        {title}: {formatCount(items.length)}
      </strong>
      <span className={classes.names}>
        {names.join(' · ')}
        {rest > 0 && ` and ${formatCount(rest)} more`}
      </span>
    </p>
  )
}
