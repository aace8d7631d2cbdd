import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { analyticsCalls } from '#contract/analytics.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { statementCalls } from '#contract/statements.ts'
import { answerTool, type ToolDeps } from './answer-routes.ts'
import { argumentsOf, PLACE, READS } from './cap-tool-routes.ts'

const day = (what: string) => z.string().describe(`${what}, YYYY-MM-DD`)

const MONEY =
  'money is US dollars with cents; crg and rates are percent; all other numbers are leads, deposits or deals'

/** Tools for admins: their key needs that role. */
export function addPayoutTools(server: McpServer, deps: ToolDeps): void {
  const { ask } = deps
  server.registerTool(
    'planned_against_delivered',
    {
      title: 'Planned against delivered',
      description:
        'Day by day: the leads that broker caps plan, the leads that came for them, and all leads. Needs an admin key for analytics.',
      inputSchema: argumentsOf({
        startDate: day('The first day'),
        endDate: day('The last day'),
        ...PLACE,
      }),
      annotations: READS,
    },
    (query) =>
      answerTool(deps, 'planned, delivered and leads are numbers of leads of one day', async () => ({
        days: await ask(analyticsCalls.planned, { query }),
      })),
  )
  server.registerTool(
    'payout_report',
    {
      title: 'Payout report',
      description:
        'What affiliates are owed, from the newest finished calculation (of the given range of days, if both days are given): totals, and each affiliate with its geos, without single deals. It does not calculate anything new. Needs an admin key for payouts.',
      inputSchema: argumentsOf({
        start: day('The first day').optional(),
        end: day('The last day').optional(),
      }),
      annotations: READS,
    },
    (range) =>
      answerTool(deps, MONEY, async () => ({
        report: await ask(payoutCalls.findLatest, { query: { ...range, brief: 'true' } }),
      })),
  )
  server.registerTool(
    'statement',
    {
      title: 'Statement of an affiliate',
      description:
        'What one affiliate is owed in a payout report, with its deals, and, if the week is closed, what it is paid. Needs an admin key for payouts.',
      inputSchema: argumentsOf({
        reportId: z.string().describe('The id of the report, as payout_report gives it'),
        affiliateId: z.string().describe('The affiliateId of one of its affiliates'),
      }),
      annotations: READS,
    },
    ({ reportId, affiliateId }) =>
      answerTool(deps, MONEY, async () => ({
        statement: await ask(statementCalls.read, { params: { id: reportId, affiliateId } }),
      })),
  )
}
