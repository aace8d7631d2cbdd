import type { ReactNode } from 'react'
import type { RecipientRow } from '#contract/broadcasts.ts'
import type { Formatted } from '#domain/markup/formatted.ts'
import { previewOf, type PreviewElement, type PreviewNode } from '#domain/markup/preview.ts'
import { formatCount } from '#domain/sentences/written.ts'
import type { ChosenPicture } from '../api.ts'
import { SearchSelect } from '#web/ui/search-select.tsx'
import page from '#web/ui/page.module.css'
import classes from './message-preview.module.css'

interface MessagePreviewProps {
  /** Those who would get it. */
  recipients: readonly RecipientRow[]
  chosen: RecipientRow | null
  onChoose: (id: string) => void
  /** The message filled in for the chosen reader, or why it cannot be sent. */
  result: { ok: true; formatted: Formatted } | { ok: false; sentence: string } | null
  photoUrl: string
  picture: ChosenPicture | null
  /** The longest message of all readers, beside Telegram's limit. */
  longest: number
  most: number
}

/** The message as one reader will see it. Nothing of it is markup here: text stays text. */
export function MessagePreview(props: MessagePreviewProps) {
  const { recipients, chosen, onChoose, result, photoUrl, picture, longest, most } = props
  return (
    <section className={page.section} aria-labelledby="preview-title">
      <div className={classes.head}>
        <h2 id="preview-title" className={classes.title}>
          Preview
        </h2>
        <span className={classes.count} data-over={longest > most || undefined}>
          {formatCount(longest)} of {formatCount(most)} characters
        </span>
      </div>
      {recipients.length > 0 && (
        <SearchSelect
          size="xs"
          aria-label="Preview for"
          allowDeselect={false}
          limit={50}
          comboboxProps={{ shadow: 'md', keepMounted: false }}
          data={recipients.map(({ id, name, key }) => ({ value: id, label: `${name} · ${key}` }))}
          value={chosen?.id ?? null}
          onChange={(id) => id && onChoose(id)}
        />
      )}
      <div className={classes.chat} aria-live="off">
        {result === null && <p className={classes.empty}>Your message is shown here as it will arrive.</p>}
        {result?.ok === false && <p className={classes.broken}>{result.sentence}</p>}
        {result?.ok === true && (
          <div className={classes.bubble}>
            {picture && <img className={classes.picture} src={picture.shown} alt={picture.name} />}
            {photoUrl !== '' && <div className={classes.photo}>Image: {photoUrl}</div>}
            <div className={classes.text}>{draw(previewOf(result.formatted))}</div>
          </div>
        )}
      </div>
    </section>
  )
}

function draw(nodes: readonly PreviewNode[]): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no names, and are drawn anew with it
  return nodes.map((node, index) => (typeof node === 'string' ? node : <Piece key={index} node={node} />))
}

function Piece({ node }: { node: PreviewElement }) {
  const children = draw(node.children)
  switch (node.type) {
    case 'bold':
      return <b>{children}</b>
    case 'italic':
      return <i>{children}</i>
    case 'underline':
      return <u>{children}</u>
    case 'strikethrough':
      return <s>{children}</s>
    case 'code':
      return <code className={classes.code}>{children}</code>
    case 'pre':
      return <pre className={classes.pre}>{children}</pre>
    case 'blockquote':
    case 'expandable_blockquote':
      return <blockquote className={classes.quote}>{children}</blockquote>
    case 'spoiler':
      return <span className={classes.spoiler}>{children}</span>
    case 'text_link':
      return (
        <span className={classes.link} title={node.url}>
          {children}
        </span>
      )
  }
}
