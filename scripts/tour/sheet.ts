import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SCHEMES, SIZES } from './camera.ts'
import type { Screen } from './screen.ts'

/** A page with every picture that the folder has, a row a screen; its path. */
export async function writeSheet(folder: string, screens: readonly Screen[]): Promise<string> {
  const rows = screens.map((screen) => {
    const pictures = SIZES.flatMap((size) =>
      SCHEMES.map((scheme) => ({ file: `${screen.name}-${size.name}-${scheme}.png`, size: size.name })),
    ).filter(({ file }) => existsSync(join(folder, file)))
    const links = pictures.map(
      ({ file, size }) => `<a href="${file}"><img class="${size}" src="${file}" alt="${file}" loading="lazy"></a>`,
    )
    return `<section><h2>${screen.name}</h2><div>${links.join('')}</div></section>`
  })
  const path = join(folder, 'index.html')
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style><h1>Every screen</h1>${rows.join('\n')}</html>\n`,
  )
  return path
}

const STYLE = `body{font:14px system-ui;margin:24px;background:#777;color:#fff}
h2{margin:24px 0 8px;font-size:15px}div{display:flex;gap:8px;align-items:flex-start}
img{display:block;border-radius:4px}.wide{width:480px}.phone{width:125px}`
