import { SaxesParser } from 'saxes'

type Attributes = Readonly<Record<string, string>>

/** Callbacks for the parts of an XML text. Names come without their namespace prefix, attributes with it. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** The most nested elements, and the most attributes of one: all of these are in memory. */
const DEEPEST = 100
const MOST_ATTRIBUTES = 100

/** Parses a text that comes in pieces. Throws if it is not XML, or has a shape that no office program writes. */
export function createXmlParser(reader: XmlReader): { write(text: string): void; close(): void } {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  let depth = 0
  let attributes = 0
  parser.on('opentagstart', () => {
    depth += 1
    attributes = 0
    if (depth > DEEPEST) throw new Error('elements are too deep in each other')
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MOST_ATTRIBUTES) throw new Error('an element has too many attributes')
  })
  parser.on('opentag', (tag) => reader.open?.(plain(tag.name), tag.attributes))
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader.close?.(plain(name))
  })
  return {
    write: (text) => void parser.write(text),
    close: () => void parser.close(),
  }
}

/** Reads a whole text; does nothing if there is none. */
export async function readXml(texts: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  let parser: ReturnType<typeof createXmlParser> | null = null
  for await (const text of texts) {
    parser ??= createXmlParser(reader)
    parser.write(text)
  }
  parser?.close()
}

function plain(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
