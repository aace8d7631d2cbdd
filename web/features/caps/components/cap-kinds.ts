import { capTexts } from '#contract/texts/caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'

/** The words of screens that differ between the kinds of caps. */
interface KindWords {
  /** `cap`, `publisher cap` */
  noun: string
  source: string
  /** The name of a lead's price. */
  price: string
  addTitle: string
  editTitle: string
  deleteTitle: string
  addLabel: string
  /** The sentence where required fields are empty. */
  fillIn: string
  saved: string
  updated: string
  deleted: string
  confirmDelete: (geo: string, sourceNumber: string) => string
  emptyTitle: string
  emptyText: string
  emptyHint: string
}

const words = capTexts

export const KIND_WORDS: Readonly<Record<CapKind, KindWords>> = {
  broker: {
    noun: 'cap',
    source: 'Affiliate ID',
    price: 'EPL',
    addTitle: 'Add new cap',
    editTitle: 'Edit cap',
    deleteTitle: 'Delete cap',
    addLabel: 'Create cap',
    fillIn: words.fillBroker,
    saved: words.saved,
    updated: words.updated,
    deleted: words.deleted,
    confirmDelete: words.confirmDelete,
    emptyTitle: 'No caps',
    emptyText: 'This day has no caps yet.',
    emptyHint: 'A cap is the number of leads that an advertiser takes from a geo and a source on this day.',
  },
  affiliate: {
    noun: 'publisher cap',
    source: 'Source',
    price: 'CPL',
    addTitle: 'Add publisher cap',
    editTitle: 'Edit publisher cap',
    deleteTitle: 'Delete publisher cap',
    addLabel: 'Add cap',
    fillIn: words.fillAffiliate,
    saved: words.publisherSaved,
    updated: words.publisherUpdated,
    deleted: words.publisherDeleted,
    confirmDelete: words.confirmDeletePublisher,
    emptyTitle: 'No publisher caps',
    emptyText: 'This day has no publisher caps yet.',
    emptyHint: 'A publisher cap is the number of leads that a source may send in a geo on this day.',
  },
}
