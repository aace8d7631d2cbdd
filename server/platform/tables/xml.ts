import { SaxesParser } from 'saxes'

type Attributes = Readonly<Record<string, string>>

/** What is done with the parts of an XML text. Names come without the prefix of their namespace, attributes with it. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** A text that comes in pieces; throws where it is no XML. */
export function createXmlParser(reader: XmlReader): { write(text: string): void; close(): void } {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => reader.open?.(plain(name), attributes))
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => reader.close?.(plain(name)))
  return {
    write: (text) => void parser.write(text),
    close: () => void parser.close(),
  }
}

/** Reads a whole text; nothing where there is none. */
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
