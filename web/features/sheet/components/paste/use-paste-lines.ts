import { useMemo } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { indexAdvertisers } from '#domain/caps/paste-advertisers.ts'
import type { PastedRow, PasteOptions } from '#domain/caps/paste.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { useSeenCaps } from '../use-seen-caps.ts'
import { lineOf, lookUpStanding, markTwice, readRow, type PasteLine, type ReadRow } from './paste-lines.ts'

/** The rows judged, against what stands on their days. A key that is typed judges its own row again and no other. */
export function usePasteLines(
  { kind, defaultDate, zone }: Required<Omit<PasteOptions, 'isTyped'>>,
  rows: readonly PastedRow[],
  advertisers: readonly Advertiser[] | undefined,
) {
  const index = useMemo(() => indexAdvertisers(advertisers ?? []), [advertisers])
  const knownIds = useMemo(() => (advertisers ? new Set(index.ids.keys()) : null), [advertisers, index])
  const judge = useMemo(
    () => remember((row: PastedRow) => readRow(row, { kind, defaultDate, zone }, index)),
    [kind, defaultDate, zone, index],
  )
  const read = useMemo(() => markTwice(rows.map((row) => judge(row))), [rows, judge])
  // Of a row that cannot be read yet most likely the usual day: then nothing is waited for once it is mended.
  const days = useMemo(
    () => [...new Set(read.map(({ cap }) => cap?.date ?? defaultDate))].toSorted(),
    [read, defaultDate],
  )
  const seen = useSeenCaps(kind, days)
  const toLine = useMemo(
    () => remember((row: ReadRow, standing: Cap | null | undefined) => lineOf(row, standing, knownIds)),
    [knownIds],
  )
  const lines = useMemo((): PasteLine[] => {
    const standingOf = lookUpStanding(new Map(days.map((day, at) => [day, seen.byDay[at]])))
    return read.map((row) => toLine(row, row.probe ? standingOf(row.probe) : null))
  }, [read, days, seen.byDay, toLine])
  return { lines, seen }
}

/** The same answer for the same row, as long as the other argument is the same. */
function remember<Row extends object, Other, Answer>(answer: (row: Row, other?: Other) => Answer) {
  const answers = new WeakMap<Row, { other: Other | undefined; value: Answer }>()
  return (row: Row, other?: Other): Answer => {
    const known = answers.get(row)
    if (known && known.other === other) return known.value
    const value = answer(row, other)
    answers.set(row, { other, value })
    return value
  }
}
