/**
 * Texts that a translator of the browser can replace. A translator puts each text node into an element of its own, so the page
 * could neither change the text later nor insert something before it. Here each text has an element around it, which the page
 * replaces as a whole when the text changes.
 */

import { type ComponentChild, Fragment, h, options, type VNode } from "preact";

const AROUND = "text-run";
/** The element in a drawing, where other elements are not shown. */
const DRAWN = "tspan";
/** Elements that contain nothing but text. Their key contains the text. */
const TEXT_ONLY = ["option", "title"];

/** Puts an element around each text of the page. */
export function makeTranslatable(): void {
  const before = options.vnode?.bind(options);
  options.vnode = (vnode) => {
    const { type, props } = vnode as VNode<{ children?: ComponentChild }>;
    if (TEXT_ONLY.includes(type as string)) vnode.key = `${String(vnode.key)} ${textOf(props.children)}`;
    else if (type !== AROUND && type !== DRAWN && (typeof type === "string" || type === Fragment)) {
      const tag = type === "text" ? DRAWN : AROUND;
      if (props.children !== undefined) [props.children] = wrapped([props.children], tag, "");
    }
    before?.(vnode);
  };
}

/** The children with an element around each row of texts. Their number stays the same. */
function wrapped(children: readonly ComponentChild[], tag: string, place: string): ComponentChild[] {
  const result: ComponentChild[] = [];
  for (let at = 0; at < children.length;) {
    const child = children[at];
    const row = rowOfTexts(children, at);
    const text = row.join("");
    if (Array.isArray(child)) result.push(wrapped(child as ComponentChild[], tag, `${place}${String(at)}.`));
    // Translators ignore white space. In a flexible box, an element around it would need space.
    else if (text.trim() === "") result.push(child === "" ? null : child);
    else {
      result.push(h(tag, { key: `${place}${String(at)} ${text}` }, text), ...row.slice(1).map(() => null));
      at += row.length - 1;
    }
    at += 1;
  }
  return result;
}

function rowOfTexts(children: readonly ComponentChild[], from: number): string[] {
  const end = children.findIndex((child, index) => index >= from && !isText(child));
  return children.slice(from, end === -1 ? undefined : end).map(String);
}

function isText(child: ComponentChild): child is string | number | bigint {
  return typeof child === "string" || typeof child === "number" || typeof child === "bigint";
}

function textOf(child: ComponentChild): string {
  if (Array.isArray(child)) return (child as ComponentChild[]).map(textOf).join("");
  return isText(child) ? String(child) : "";
}
