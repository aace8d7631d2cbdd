import type { CellError } from '#domain/caps/paste.ts'
import sheet from './sheet-table.module.css'

/** What is wrong with a row, under its cells; the cells that are meant refer to it. */
export function RowProblems({ id, problems }: { id: string; problems: readonly CellError[] }) {
  if (problems.length === 0) return null
  const messages = [...new Set(problems.map(({ message }) => message))]
  return (
    <div role="cell" id={id} className={sheet.problems}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}
