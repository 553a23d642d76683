// A rule of the register as a person reads it.

/** The parts of a rule's text: what it says, what it refuses, an example. */
export function parts(text: string): { says: string; refuses: string; example: string } {
  const plain = text.replace(/^\(l\.[^)]*\)\s*/, "").replace(/\*\*/g, "");
  const [says = "", rest = ""] = split(plain, "*Refuse:*");
  if (rest) {
    const [refuses = "", example = ""] = split(rest, "*Test:*");
    return { says, refuses, example };
  }
  const [only = "", example = ""] = split(says, "*Test:*");
  return { says: only, refuses: "", example };
}

function split(text: string, at: string): [string, string] {
  const i = text.indexOf(at);
  return i < 0 ? [text.trim(), ""] : [text.slice(0, i).trim(), text.slice(i + at.length).trim()];
}

/** Text and the ids of rules in it, apart. */
export function linked(text: string): { text: string; rule: boolean }[] {
  return text.split(/\b([A-Z]{2}-[A-Z]{2,4}-\d+)\b/).map((part, i) => ({ text: part, rule: i % 2 === 1 }));
}
