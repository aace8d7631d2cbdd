import type { FastifyRequest } from 'fastify'
import { mcpTexts } from '#contract/texts/mcp.ts'
import { MCP_PATH } from '#platform/http/entry.ts'
import type { ToolDeps } from './answer-routes.ts'
import { addCapTools } from './cap-tool-routes.ts'
import { addPayoutTools } from './payout-tool-routes.ts'

/** Answers one request of the protocol. Its packages are loaded with the first one, since few installations use them. */
export async function answerProtocol(deps: ToolDeps, { headers, body }: FastifyRequest): Promise<Response> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const http = await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')
  const server = new McpServer({ name: 'capline', version: '1' }, { instructions: mcpTexts.instructions })
  addCapTools(server, deps)
  addPayoutTools(server, deps)
  const transport = new http.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const { accept, 'content-type': type, 'mcp-protocol-version': version } = headers
    const told = { accept, 'content-type': type, 'mcp-protocol-version': version?.toString() }
    const known = Object.entries(told).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const asked = new Request(new URL(MCP_PATH, 'http://capline'), { method: 'POST', headers: known })
    return await transport.handleRequest(asked, { parsedBody: body })
  } finally {
    await server.close()
  }
}
