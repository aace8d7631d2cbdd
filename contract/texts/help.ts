/** What a screen is for, in a few sentences. */
interface Help {
  title: string
  sentences: readonly string[]
}

/**
 * The help of every screen. It is not among the other texts, since it is loaded when somebody asks for it. The sections
 * of the Control Center go by their names in the address.
 */
export const helpTexts = {
  board: {
    title: 'Dashboard',
    sentences: [
      'Here you plan how many leads a day brings, and watch what is delivered of it.',
      'Broker caps say what an advertiser takes of a geo and a source; affiliate caps say what a source may send.',
      'The tick on a bar is what is due by now: a cap whose bar ends before it is behind.',
      'Room is what affiliates may send of a geo beyond what brokers take; below zero it is oversold.',
      'A press on a cap asks why its number is what it is; one on a planned number changes it in its place, and in the table blocks are pasted and filled over several days. Copy caps from… plans a day from another one, and Paste caps takes rows of a spreadsheet or a message.',
      'Whatever you change can be undone, from its toast or from the history in the menu of a day; Views keeps how you look at the board under a name.',
    ],
  },
  day: {
    title: 'Full view of a day',
    sentences: [
      'All of one day on one page: its totals by geo, broker and source, the largest plans first, and below them every cap.',
      'Total leads counts every lead of the day, as on the dashboard, and says how many of them no cap takes; the totals and cards below count those of caps.',
      'It changes by itself while leads come and caps are changed. Caps are changed on the dashboard.',
    ],
  },
  plans: {
    title: 'Plans',
    sentences: [
      'A plan makes a cap in one place on each of its days: a number for each weekday, every week or every few weeks.',
      'Caps are made some days ahead, at midnight and when a plan is saved. What you change or delete by hand stays yours, whatever the plan says later.',
      'A change holds from a day on, and shows first what it does in the next four weeks, a day a line. What is over never changes.',
      'On days off, an advertiser or a geo has no cap, or a number of its own, on a date or every year.',
      'Make plans of a day takes the caps of one day and makes a plan of each, in one commit that can be undone.',
    ],
  },
  payouts: {
    title: 'Payout calculations',
    sentences: [
      'What affiliates are owed for a range of days, usually a week from Monday to Sunday.',
      'Queue calculation computes it from the caps and leads of that moment; what was computed before stays in the lists below.',
      'A deal pays its CPA for each conversion, and tops up to its CRG where valid leads brought fewer. Invalid leads are left out first, then those outside the working hours, then those over the cap.',
      'A press on a row shows what it is made of; a press on a deal shows each lead and why it counts or does not.',
      'A week that is over is frozen, adjusted, approved and paid. What arrives late after that is carried into the next week.',
    ],
  },
  analytics: {
    title: 'Performance Analytics',
    sentences: [
      'Leads, deposits and conversion of a day or of a range of days, from all sides.',
      'Deposits count on their own day, or on the day of their lead: by the lead, a young day looks worse than it will be.',
      'A press on a row narrows every figure to it; a press on a number lists the leads behind it.',
      'Quality holds each source against its own last eight weeks, the worst first; a press on a source lists its invalid leads.',
      'Views keeps tab, days and filters under a name of your own; This month means another month in the next one.',
      'Each table sorts by each of its columns and can be downloaded as it stands.',
    ],
  },
  leads: {
    title: 'Leads',
    sentences: [
      'Every lead that came, newest first, with its deposits and whether a cap plans it. A heading sorts all of them by its column.',
      'A click on a lead shows its story: the caps that plan it, why it counts or not, its deposit, and what is owed.',
      'Columns chooses what the list shows, for you alone; a file has the same columns in the same order.',
      'Search by how an e-mail begins or by a whole id. The filters stand in the address, so that a view can be sent to somebody.',
      'E-mails of old leads are forgotten after a time that the Control Center sets; the leads still count.',
    ],
  },
  messages: {
    title: 'Message center',
    sentences: [
      'One message to the Telegram groups of many advertisers or publishers.',
      'Placeholders in double braces become the names of each, and {{caps}} their own caps of a day. The preview shows it as Telegram will, for whichever recipient you choose.',
      'To chooses everybody, those with a cap for a geo on the day, or some one by one. Who has no chat can be linked to one there.',
      'A message may go later: until then it is listed and can be cancelled. More than an hour late it is not sent, and you are told.',
      'Send a test to me brings a copy to your own chat with the bot first.',
      'The log says what became of it in each chat. What failed can be sent again; nothing is sent twice by itself.',
    ],
  },
  logs: {
    title: 'Debug logs',
    sentences: [
      'What happened and who did it: sign-ins, changes, syncs, messages, and what went wrong.',
      'Metadata opens the rest of an entry, and leads to everything that was logged during the same request.',
      'A failure on any screen names a reference; searched here it finds what happened.',
      'Live shows entries as they come. They are kept for 90 days.',
    ],
  },
  bot: {
    title: 'Telegram bot configuration',
    sentences: [
      'The bot, the groups that it talks to, and what it tells partners when a pause begins or ends.',
      'Add the bot to a group and it is offered here by its title. A test message shows whether it may write there.',
      'What you type stays while you look at other tabs. One bar says what all of it will do, and saves it; what is not right stays as you typed it, with its reason.',
      'Who changed what lists every change of a setting.',
    ],
  },
  days: {
    title: 'Day and alerts',
    sentences: [
      'Where a day begins and ends, when the daily summaries are sent, and which alerts the summary groups get.',
      'A change of the time zone moves leads between days: you see which before anything is saved.',
      'Suggestions are looked for as often as their interval says, or at once with Force suggestions now.',
    ],
  },
  terms: {
    title: 'Payout terms',
    sentences: [
      'The terms by which deals are paid, for every affiliate.',
      'A change counts from the next payout calculation on.',
      'Weeks that are frozen keep the numbers that they were frozen with.',
    ],
  },
  team: {
    title: 'Authorized team members',
    sentences: [
      'Who may sign in, and as what. Admins see everything, editors and viewers plan caps; viewers can be made read-only under This installation.',
      'Somebody is known by their Telegram ID, which the bot tells them in answer to /id. They must press Start in its chat to get codes.',
      'Changes apply at once. The last admin can be neither removed nor locked out.',
    ],
  },
  advertisers: {
    title: 'Advertisers & group mappings',
    sentences: [
      'Who buys leads. Their ID is what your lead system writes on a lead.',
      'Linked groups get broadcasts, and in them the bot shows what is theirs and nothing else.',
      'Advertisers that caps or leads name and nobody has registered are offered to be added.',
      'Who is deleted stays on the caps that name them.',
    ],
  },
  publishers: {
    title: 'Publishers & group mappings',
    sentences: [
      'Who sends leads, by the number of their source.',
      'Linked groups get broadcasts and payout statements, and in them the bot shows what is theirs and nothing else.',
      'Sources that caps or leads name and nobody has registered are offered to be added.',
    ],
  },
  feeds: {
    title: 'Lead feeds',
    sentences: [
      'Where leads and deposits come from, how fresh they are, and what the last runs came to.',
      'A feed is set up with its system, address and key: one page is asked for, and what is not right is mended before it is saved.',
      'A sync asks for what is new, and once a day for what changed late. Rows that could not be read are listed with their reasons.',
      'A backfill reads some days anew beside the usual runs; it can be stopped, and nothing is counted twice.',
    ],
  },
  uploads: {
    title: 'Lead files',
    sentences: [
      'Leads and deposits from a CSV or XLSX file. Columns are found by their headings; correct them, then look at the preview.',
      'Nothing is stored before you save. The same file once more changes nothing, and rows without an id get one of what they hold.',
      'A saved file can be taken back for 90 days: what only it brought goes, what it changed is as before. Closed weeks stay.',
    ],
  },
  statuses: {
    title: 'Lead statuses',
    sentences: [
      'How your lead systems call the state of a lead, with all their spellings.',
      'Leads of a ticked status are invalid: they are not paid for. A change counts from the next payout calculation on.',
      'Statuses that nobody has looked at yet are offered first.',
    ],
  },
  'cap-text': {
    title: 'Caps from messages',
    sentences: [
      'A message is saved as caps only where every word of it was understood. A word that nobody knows is asked about.',
      'What somebody answered “it means nothing” to is remembered for the partner in whose message it stood, and is not asked about again.',
      'Take back makes it asked about from the next message on. Words with a digit and geos are never remembered.',
      'Where a language model is configured and turned on, it is asked about lines of messages that were not understood, and what it sees is proposed there; an admin can also try a message here. Each question is kept for 30 days, with what was sent, answered and taken, its cost and its time.',
    ],
  },
  'api-keys': {
    title: 'API keys',
    sentences: [
      'A key lets a program call what the screens call: as a role, for the groups of calls that it is given, and only reading unless it may change things.',
      'It is shown once. Whoever loses it revokes it and makes another; revoking works at once.',
      'What a program changes stands in the histories under the name of its key. No key may touch the team, keys, settings or the bot.',
      'Examples stand in docs/programs.md, every call at /api/openapi.json.',
    ],
  },
  webhooks: {
    title: 'Webhooks',
    sentences: [
      'An endpoint is an address of another system. It gets a message, signed by a key of its own, for each event that it wants.',
      'The key is shown once. A new one signs beside the old one for 24 hours, then alone.',
      'What is not answered well is tried again for a day, under the same id. After that it is given up, and can be sent again here.',
      'An endpoint that answers 410 is turned off. One through which nothing gets for a day is marked, and the summary group is told.',
    ],
  },
} as const satisfies Record<string, Help>

export type HelpTopic = keyof typeof helpTexts
