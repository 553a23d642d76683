// Rules as a person reads them.
import type { Rule } from "../protocol/types";

/** Text and the rules that are named in it, apart. A rule of the book of `own` may be named without the book. Where it is
 *  known what the books hold, only that counts. */
export function linked(text: string, own = "", known?: ReadonlySet<string>): { text: string; rule: string }[] {
  return text.split(/\b((?:[A-Z]{2}-)?[A-Z]{2,4}-\d+)\b/).map((part, i) => {
    const id = part.split("-").length === 3 || i % 2 === 0 ? part : own.replace(/-.*/, `-${part}`);
    const rule = i % 2 === 1 && id !== "" && (!known || known.has(id));
    return { text: part, rule: rule ? id : "" };
  });
}

/** The ids of all rules that a rule names. */
export function namedIn({ id, title, text, refuses, ruling }: Rule): string[] {
  return [...new Set(linked(`${title} ${text} ${refuses} ${ruling}`, id).map((part) => part.rule).filter(Boolean))];
}

/** The rules that have all these words, whatever their case. The one whose id they are comes first, with or without its
 *  hyphens. */
export function matching(rules: Rule[], words: string): Rule[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  const exact = ({ id }: Rule) => [id, id.slice(id.indexOf("-") + 1)].some((one) => one.toLowerCase() === all.join("-"));
  const found = rules.filter(({ id, section, title, text, refuses, ruling }) => {
    const says = `${id} ${section} ${title} ${text} ${refuses} ${ruling}`.toLowerCase();
    return all.every((word) => says.includes(word));
  });
  return found.sort((a, b) => Number(exact(b)) - Number(exact(a)));
}

/** Rules in the sections they stand in, in their order. */
export function sectioned(rules: Rule[]): { section: string; rules: Rule[] }[] {
  const list: { section: string; rules: Rule[] }[] = [];
  for (const rule of rules) {
    const last = list.at(-1);
    if (last?.section === rule.section) last.rules.push(rule);
    else list.push({ section: rule.section, rules: [rule] });
  }
  return list;
}
