// Plain Markdown as our rules use it: headings, paragraphs, lists, tables, *emphasis*, **strength**, `code`, links, and
// `<!-- figure: name -->` on a line of its own, which other readers of Markdown leave out.

export interface Span {
  readonly kind: 'text' | 'em' | 'strong' | 'code' | 'link' | 'source';
  readonly text: string;
  readonly to?: string;
}

export interface Block {
  readonly kind: 'h' | 'p' | 'ul' | 'ol' | 'table' | 'pre' | 'figure';
  readonly lines: readonly string[];
  readonly level?: number;
  readonly id?: string; // of a part or a numbered rule: the same in both languages
}

export interface Part {
  readonly id: string;
  readonly title: string;
}

const FIGURE = /^<!-- figure: (\w+) -->$/;
const HEAD = /^(#{1,4}) (.*)$/;
const BULLET = /^[-*] /;
const NUMBER = /^\d+\. /;

/** The blocks of a text; its parts, that is headings of level 2, are numbered. */
export function read(source: string): Block[] {
  let parts = 0;
  return split(source).map((block) => {
    const rule = block.kind === 'p' ? /^§(\d+) /.exec(block.lines[0] ?? '') : null;
    if (rule) return { ...block, id: `rule-${rule[1] ?? ''}` };
    return block.kind === 'h' && block.level === 2 ? { ...block, id: `part-${(parts += 1)}` } : block;
  });
}

export function partsOf(blocks: readonly Block[]): Part[] {
  return blocks.flatMap((block) => (block.kind === 'h' && block.id ? [{ id: block.id, title: plain(block.lines[0] ?? '') }] : []));
}

function split(source: string): Block[] {
  return source
    .replace(/\r/g, '')
    .split(/\n{2,}/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter(Boolean)
    .flatMap(block);
}

function block(part: string): Block[] {
  const lines = part.split('\n');
  const first = lines[0] ?? '';
  const head = HEAD.exec(first);
  if (head) {
    const rest = lines.slice(1).join('\n').trim();
    return [{ kind: 'h', level: head[1]?.length ?? 1, lines: [head[2] ?? ''] }, ...(rest ? split(rest) : [])];
  }
  const figure = FIGURE.exec(first);
  if (figure) return [{ kind: 'figure', lines: [figure[1] ?? ''] }];
  if (first.startsWith('```')) return [{ kind: 'pre', lines: lines.slice(1, -1) }];
  if (first.startsWith('|')) return [{ kind: 'table', lines }];
  if (BULLET.test(first)) return [{ kind: 'ul', lines: items(lines, BULLET) }];
  if (NUMBER.test(first)) return [{ kind: 'ol', lines: items(lines, NUMBER) }];
  return [{ kind: 'p', lines: [lines.join(' ')] }];
}

function items(lines: readonly string[], mark: RegExp): string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) found.push(line.replace(mark, ''));
    else found.push(`${found.pop() ?? ''} ${line.trim()}`);
  }
  return found;
}

// Where a rule comes from stands in brackets after it; it is read last, and set smaller.
const SPAN = /\*\*(.+?)\*\*|\((?=(?:PL|ENG|ITA|BGA|SBW|HU|REV|LIST)\b|\*)([^()]*)\)|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

export function spans(line: string): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const hit of line.matchAll(SPAN)) {
    if (hit.index > at) found.push({ kind: 'text', text: line.slice(at, hit.index) });
    if (hit[1]) found.push({ kind: 'strong', text: hit[1] });
    else if (hit[2]) found.push({ kind: 'source', text: hit[2].replaceAll('*', '') });
    else if (hit[3]) found.push({ kind: 'em', text: hit[3] });
    else if (hit[4]) found.push({ kind: 'code', text: hit[4] });
    else found.push({ kind: 'link', text: hit[5] ?? '', to: hit[6] ?? '' });
    at = hit.index + hit[0].length;
  }
  found.push({ kind: 'text', text: line.slice(at) });
  return found;
}

/** A heading without its marks and what stands in brackets. */
function plain(line: string): string {
  return line.replace(/\([^()]*\)/g, '').replace(/[*`]/g, '').trim();
}

export const cells = (line: string): string[] => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());
