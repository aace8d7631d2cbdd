import { parseSync, Visitor, type Expression, type Span } from 'oxc-parser'

/** A small fault in a file. `text` replaces what stands between two offsets. */
export interface Mutant extends Span {
  path: string
  line: number
  text: string
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}
/** Calls on a value that can be left out: what they are called on takes their place. */
const LEFT_OUT =
  /^(filter|slice|toSorted|toReversed|trim|toLowerCase|toUpperCase|where|orderBy|limit|forUpdate|forShare|forKeyShare|forNoKeyUpdate|skipLocked)$/

/** What people, or who reads the page to them, would miss. The other attributes are looks. */
const TELLING = /^(aria-.*|on[A-Z].*|label|title|role|disabled|required|readOnly|hidden|error|data-autofocus)$/

/** All mutants of a file, in its order. */
export function listMutants(path: string, code: string): Mutant[] {
  const found: Mutant[] = []
  /** Above zero within types, imports, and names of properties, where nothing runs. */
  let still = 0
  const enter = () => void still++
  const leave = () => void still--
  const add = ({ start, end }: Span, text: string) => {
    if (still > 0) return
    found.push({ path, start, end, line: code.slice(0, start).split('\n').length, text })
  }
  const swap = (node: { left: Span; operator: string; right: Span }) => {
    const other = SWAPPED[node.operator]
    const start = code.indexOf(node.operator, node.left.end)
    if (other !== undefined) add({ start, end: start + node.operator.length }, other)
  }
  const textOf = ({ start, end }: Span) => code.slice(start, end)
  new Visitor({
    ImportDeclaration: enter,
    'ImportDeclaration:exit': leave,
    TSTypeAnnotation: enter,
    'TSTypeAnnotation:exit': leave,
    TSTypeParameterInstantiation: enter,
    'TSTypeParameterInstantiation:exit': leave,
    TSInterfaceDeclaration: enter,
    'TSInterfaceDeclaration:exit': leave,
    TSTypeAliasDeclaration: enter,
    'TSTypeAliasDeclaration:exit': leave,
    BinaryExpression(node) {
      if (![node.left, node.right].some(isText)) swap(node)
    },
    LogicalExpression: swap,
    UnaryExpression(node) {
      if (node.operator === '!') add(node, textOf(node.argument))
    },
    IfStatement(node) {
      add(node.test, 'false')
    },
    ConditionalExpression(node) {
      add(node.test, `!(${textOf(node.test)})`)
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      if (typeof node.value === 'number') add(node, String(node.value + 1))
      // Texts. A wrong word of the code is a wrong type, or breaks everything.
      if (typeof node.value === 'string' && /\S\s/.test(node.value)) add(node, "''")
    },
    ArrayExpression(node) {
      if (node.elements.length > 0) add(node, '[]')
    },
    ArrowFunctionExpression(node) {
      if (node.expression && node.body.type === 'ArrayExpression') add(node.body, '[]')
    },
    ExpressionStatement(node) {
      if (/^(Call|Await|Assignment|Update)Expression$/.test(node.expression.type)) add(node, ';')
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (LEFT_OUT.test(callee.property.name)) add({ start: callee.object.end, end: node.end }, '')
    },
    JSXAttribute(node) {
      if (TELLING.test(textOf(node.name))) add(node, '')
      else enter()
    },
    'JSXAttribute:exit'(node) {
      if (!TELLING.test(textOf(node.name))) leave()
    },
  }).visit(parseSync(path, code).program)
  return found
}

function isText(node: Expression | { type: string; value?: unknown }): boolean {
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
  )
}

/** The file with the fault in it. */
export function applyMutant(code: string, { start, end, text }: Mutant): string {
  return code.slice(0, start) + text + code.slice(end)
}
