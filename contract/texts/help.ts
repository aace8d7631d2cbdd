/** The help of a screen, in a few sentences. */
interface Help {
  title: string
  sentences: readonly string[]
}

/**
 * The help of every screen. It is separate from the other texts because it is loaded on demand. Sections of the Control
 * Center have their names in the address.
 */
export const helpTexts = {
  board: {
    title: 'Dashboard',
    sentences: [
      'Here you plan how many leads each day brings, and watch how many are delivered. A broker cap is the number of leads that an advertiser takes from a geo and a source. An affiliate cap is the number of leads that a source may send.',
      'The tick on a bar marks what is due by now. A cap is behind if its bar ends before the tick.',
      'Room is what affiliates may send in a geo minus what brokers take. Below zero, the geo is oversold.',
      'Click a cap to see what its number is based on. Click a planned number to change it. In the table you can paste and fill blocks over several days.',
      'Copy caps from… plans a day from another day. Paste caps takes rows of a spreadsheet, or a message.',
      'You can undo each change from its toast, or from the history in the menu of the day. Views saves the current days and filters under a name.',
    ],
  },
  day: {
    title: 'Full view of a day',
    sentences: [
      'One day on one page: the totals by geo, broker and source, the largest plans first, then every cap.',
      'Total leads counts every lead of the day, as on the dashboard, and shows how many of them have no cap. The totals and cards below count only leads that have a cap.',
      'The page updates by itself when leads arrive and caps change. To change a cap, use the dashboard.',
    ],
  },
  plans: {
    title: 'Plans',
    sentences: [
      'A plan makes the same cap again and again: one number for each weekday, every week or every few weeks.',
      'Plans make caps some days ahead, at midnight and when a plan is saved. A cap that you change or delete by hand stays as you left it, even if the plan changes later.',
      'A change takes effect from the day that you choose. Before you save, you see its effect on each day of the next four weeks. Past days never change.',
      'On a day off, an advertiser or a geo has no cap, or its own number. A day off is one date, or the same date every year.',
      'Make plans of a day makes a plan from each cap of a day. One undo takes back all of them.',
    ],
  },
  payouts: {
    title: 'Payout calculations',
    sentences: [
      'The amounts that affiliates are owed for a range of days, usually a week from Monday to Sunday.',
      'Queue calculation computes them from the current caps and leads. Earlier calculations stay in the lists below.',
      'A deal pays its CPA for each conversion. If valid leads brought fewer conversions than its CRG, it also pays the difference.',
      'Four kinds of leads do not count: first invalid leads, then leads outside the working hours, then leads of a pause if the payout terms exclude them, then leads over the cap.',
      'Click a row to see its parts. Click a deal to see each lead and why it counts or does not count.',
      'A finished week is frozen, adjusted, approved and paid. Data that arrive later are carried over into the next week.',
    ],
  },
  analytics: {
    title: 'Performance Analytics',
    sentences: [
      'Leads, deposits and conversion of a day or of a range of days, in several breakdowns.',
      'Deposits count on their own day, or on the day of their lead. Counted by the lead, a recent day looks worse than it will be, because its deposits still come.',
      'Click a row to filter every figure by it. Click a number to list its leads.',
      'Quality compares each source with its own last eight weeks, the worst first. Click a source to list its invalid leads.',
      'Views saves the tab, days and filters under a name. A view with This month always shows the current month.',
      'You can sort each table by any column, and download it as it is shown. “Schedule…” sends it to a chat on chosen days of the week.',
    ],
  },
  leads: {
    title: 'Leads',
    sentences: [
      'Every lead that came, newest first, with its deposits and whether it has a cap. Click a heading to sort all leads by that column.',
      'Click a lead to see its story: its caps, why it counts or does not count, its deposit, and what is owed.',
      'Columns chooses what the list shows, only for you. A downloaded file has the same columns in the same order.',
      'Search by the beginning of an e-mail or by a whole ID. The page address contains the filters, so you can send a link to this list.',
      'E-mails of old leads are deleted after a time that is set in the Control Center. The leads still count.',
    ],
  },
  messages: {
    title: 'Message center',
    sentences: [
      'One message to the Telegram groups of many advertisers or publishers.',
      'Placeholders in double braces become the name and ID of each recipient. {{caps}} becomes their own caps of a day. The preview shows the message as Telegram will, for the recipient that you choose.',
      'To selects everybody, those with a cap for a geo on the day, or single recipients. There you can also link a chat to a recipient who has none.',
      'You can send a message later. Until then it is listed and can be cancelled. If it is more than an hour late, it is not sent, and you are told.',
      'Send a test to me sends a copy to your own chat with the bot.',
      'The log shows the result in each chat. You can send failed messages again. Nothing is sent twice by itself.',
    ],
  },
  logs: {
    title: 'Debug logs',
    sentences: [
      'What happened and who did it: sign-ins, changes, syncs, messages and errors.',
      'Metadata shows the details of an entry, with a link to everything that was logged during the same request.',
      'An error on a screen shows a reference. Search for it here to see what happened.',
      'Live shows new entries as they arrive. Entries are kept for 90 days.',
    ],
  },
  bot: {
    title: 'Telegram bot configuration',
    sentences: [
      'The bot, its groups, and what it tells partners when a pause begins or ends.',
      'Add the bot to a group, and the group is offered here by its title. A test message shows whether the bot may write there.',
      'Your changes stay while you look at other tabs. A bar shows what they will do, and saves all of them. A value that is refused stays as you typed it, with the reason.',
      'History of the settings lists every change of a setting.',
    ],
  },
  days: {
    title: 'Day and alerts',
    sentences: [
      'When a day begins and ends, when the daily summaries are sent, and which alerts the summary groups get.',
      'A change of the time zone moves leads between days. You see which leads before anything is saved.',
      'Capline looks for suggestions at the interval that you set, or at once with Force suggestions now.',
    ],
  },
  terms: {
    title: 'Payout terms',
    sentences: [
      'The terms by which deals are paid. They are the same for every affiliate.',
      'A change takes effect with the next payout calculation.',
      'Frozen weeks keep their numbers.',
    ],
  },
  team: {
    title: 'Authorized team members',
    sentences: [
      'Who may sign in, and with which role. Admins see everything. Editors and viewers plan caps. Under This installation you can make viewers read-only.',
      'A member is identified by their Telegram ID. They get it by sending /id to the bot. To receive codes, they must press Start in the chat with the bot.',
      'Changes apply at once. The last admin can be neither removed nor locked out.',
    ],
  },
  advertisers: {
    title: 'Advertisers & group mappings',
    sentences: [
      'Advertisers buy leads. An Advertiser ID is the ID that your lead system writes on a lead.',
      'Linked groups get broadcasts. In a linked group the bot shows only data of that advertiser.',
      'If caps or leads name an advertiser that is not registered, it is offered here to be added.',
      'A deleted advertiser stays on its caps.',
    ],
  },
  publishers: {
    title: 'Publishers & group mappings',
    sentences: [
      'Publishers send leads. Each has a source number.',
      'Linked groups get broadcasts and payout statements. In a linked group the bot shows only data of that publisher.',
      'If caps or leads name a source that is not registered, it is offered here to be added.',
    ],
  },
  feeds: {
    title: 'Lead feeds',
    sentences: [
      'Where leads and deposits come from, how fresh they are, and the results of the last runs.',
      'To set up a feed, enter its system, address and key. Capline requests one page, and you fix what is wrong before you save.',
      'A sync requests new leads, and once a day leads that changed late. Rows that could not be read are listed with their reasons.',
      'A backfill reads chosen days again, in parallel to the usual runs. You can stop it. Nothing is counted twice.',
    ],
  },
  uploads: {
    title: 'Lead files',
    sentences: [
      'Leads and deposits from a CSV or XLSX file. Capline finds the columns by their headings. Correct them, then look at the preview.',
      'Nothing is stored before you save. Saving the same file again changes nothing. A row without an ID gets one that is computed from its values.',
      'You can take back a saved file for 90 days. Leads that only this file brought are removed, and changed leads become as before. Closed weeks do not change.',
    ],
  },
  statuses: {
    title: 'Lead statuses',
    sentences: [
      'The names that your lead systems use for the state of a lead, with all their spellings.',
      'Leads with a ticked status are invalid and are not paid for. A change takes effect with the next payout calculation.',
      'New statuses that nobody has checked yet come first, at most 50 of them.',
    ],
  },
  'cap-text': {
    title: 'Caps from messages',
    sentences: [
      'Capline saves a message as caps only if it understands every word. It asks about unknown words.',
      'If somebody answers “it means nothing”, the word is ignored in later messages of the same partner.',
      'After Stop ignoring, Capline asks about the word again. Words with a digit, and geos, are never ignored.',
      'If a language model is configured and turned on, it reads the lines that Capline does not understand, and its reading is shown as a proposal. Admins can try a message here.',
      'Each question to the model is kept for 30 days: what was sent, answered and used, its cost and its duration.',
    ],
  },
  'api-keys': {
    title: 'API keys',
    sentences: [
      'With a key, a program can make the calls that the screens make. A key has a role and groups of calls. It can only read, unless you allow it to change data.',
      'A key is shown only once. If you lose it, revoke it and create another one. Revoking takes effect at once.',
      'The histories show a program’s changes under the name of its key. No key can change the team, keys, settings or the bot.',
      'Examples are in docs/programs.md. Every call is described at /api/openapi.json.',
    ],
  },
  webhooks: {
    title: 'Webhooks',
    sentences: [
      'An endpoint is an address of another system. It gets a signed message for each event that you select. Each endpoint has its own key.',
      'The key is shown only once. After you replace it, the old and the new key both sign for 24 hours.',
      'A message that fails is sent again for a day, with the same ID. Then Capline gives up, and you can send it again here.',
      'An endpoint that answers 410 is turned off. If nothing reaches an endpoint for a day, it is marked and the summary group is told.',
    ],
  },
} as const satisfies Record<string, Help>

export type HelpTopic = keyof typeof helpTexts
