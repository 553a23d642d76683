// Rules as a person reads them.
import type { Rule } from "../protocol/types";

/** Text and the ids of rules in it, apart. */
export function linked(text: string): { text: string; rule: boolean }[] {
  return text.split(/\b([A-Z]{2}-[A-Z]{2,4}-\d+)\b/).map((part, i) => ({ text: part, rule: i % 2 === 1 }));
}

/** The rules that have all these words, whatever their case. */
export function matching(rules: Rule[], words: string): Rule[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter(({ id, section, title, text, refuses, ruling }) => {
    const says = `${id} ${section} ${title} ${text} ${refuses} ${ruling}`.toLowerCase();
    return all.every((word) => says.includes(word));
  });
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
