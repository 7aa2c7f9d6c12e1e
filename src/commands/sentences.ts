import { resolve } from 'node:path'
import {
  type BinaryExpression,
  isBinaryExpression,
  isCallExpression,
  isImportDeclaration,
  isJsxAttribute,
  isJsxAttributes,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isLiteralTypeNode,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type JsxElement,
  type JsxFragment,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** `isLogged`: only logs and terminals show it, as the message of an exception. */
export type Sentence = { line: number; text: string; isLogged: boolean }

/** Parses the files without their imports and types. */
export function sentencesIn(paths: string[]): { path: string; sentences: Sentence[] }[] {
  const config = resolve('words.tsconfig.json') // exists only for the compiler
  const compilerOptions = { allowJs: true, jsx: 'preserve', noLib: true, noResolve: true, types: [] }
  const api = new API({
    fs: {
      fileExists: (name) => name === config || undefined,
      readFile: (name) => (name === config ? JSON.stringify({ compilerOptions, files: paths }) : undefined),
    },
  })
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    return paths.map((path) => {
      const file = program?.getSourceFile(resolve(path))
      if (!file) throw new Error(`${path} could not be read`)
      return { path, sentences: sentencesOf(file) }
    })
  } finally {
    api.close()
  }
}

/** `isPart`: within a sentence, where even a single word may be one of its variants. */
type Place = { isLogged: boolean; isPart: boolean }

function sentencesOf(file: SourceFile): Sentence[] {
  const found: Sentence[] = []
  const visit = (node: Node, { isLogged, isPart }: Place) => {
    if (isForMachines(node)) return
    const text = isPart && isPhrase(node) ? null : textOf(node)
    const isSentence = text !== null && (isRun(node) || isHuman(text) || (isPart && isWord(text)))
    if (isSentence) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ line: line + 1, text, isLogged })
    }
    const inner = isSentence || isRun(node) || (isPart && !isBoundary(node))
    node.forEachChild((child) => visit(child, { isLogged: isLogged || isLog(node), isPart: inner }))
  }
  visit(file, { isLogged: false, isPart: false })
  return found
}

const GAP = '{…}'

function textOf(node: Node): string | null {
  if (isLiteral(node)) return node.text
  if (isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => GAP + literal.text).join('')
  }
  if (isSum(node)) return [node.left, node.right].map((side) => textOf(side) ?? GAP).join('')
  return isRun(node) ? flatten(node).replace(/\s+/g, ' ').trim() : null
}

const isLiteral = (node: Node) => isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)

const isElement = (node: Node) => isJsxElement(node) || isJsxFragment(node)

/** An element with words of its own: the elements in it belong to its sentence. */
const isRun = (node: Node): node is JsxElement | JsxFragment =>
  isElement(node) && node.children.some((child) => isJsxText(child) && /\p{L}/u.test(child.text))

/** A text of several strings. */
const isSum = (node: Node): node is BinaryExpression =>
  isBinaryExpression(node) &&
  node.operatorToken.kind === SyntaxKind.PlusToken &&
  [node.left, node.right].some((side) => isSum(side) || isLiteral(side) || isTemplateExpression(side))

/** What the sentence around it already holds. */
const isPhrase = (node: Node) => isRun(node) || isSum(node) || isSum(node.parent)

function flatten(node: Node): string {
  if (isElement(node)) return node.children.map(flatten).join('')
  if (isJsxText(node)) return withoutIndents(node.text)
  if (isJsxSelfClosingElement(node)) return /^(?!Icon$)[A-Z]/.test(node.tagName.getText()) ? GAP : ' '
  if (!isJsxExpression(node)) return GAP
  if (!node.expression) return ''
  return isLiteral(node.expression) ? node.expression.text : GAP
}

/** As JSX reads it: a line break with its spaces is one space within text, and nothing at its ends. */
const withoutIndents = (text: string) => text.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ')

/** Several words that read as prose, or one word written like a label. */
function isHuman(text: string): boolean {
  const words = text.replaceAll(GAP, '0').trim()
  if (!/\p{Ll}{2}/u.test(words) || LOOKS_LIKE_CODE.test(words)) return false
  if (/^\p{Lu}[\p{Ll}’']+[!.…]?$/u.test(words)) return true
  if (!/\s/.test(words)) return false
  return /^["“'(+·–]?\s*[\p{Lu}\d]/u.test(words) || words.split(/\s+/).every(isWord)
}

/** Class names, paths, selectors, media queries, SQL and header values. */
const LOOKS_LIKE_CODE =
  /--|__|^[./#[@]|[={}<>]|;\S|\\|^\w+:\/\/|\d+px|\(prefers-|-src |'none'|^(SELECT|INSERT|BEGIN|POST|PUT|GET)\b|^\p{Ll}+\p{Lu}/u

const isWord = (word: string) => /^[("“]?[\p{L}\d’'&·]+([-/][\p{L}\d]+)*[.,:;!?…)”"]*$/u.test(word.trim())

const SILENT_ATTRIBUTE =
  /^(class(Name)?|id|href|src(set)?|sizes|type|name|method|action|rel|role|for|htmlFor|key|d|style|target|kind|scope|auto[cC]omplete|input[mM]ode|value|property|media|viewBox|data-(?!turbo-confirm|.*(message|text|label|value)$).*|aria-(?!label$|description$|roledescription$|valuetext$).*)$/

const SILENT_CALL =
  /(^|\.)(cachedRead|ask|querySelector(All)?|closest|matches|prepare|exec|header|append|job)$/

function isForMachines(node: Node): boolean {
  if (isImportDeclaration(node) || isLiteralTypeNode(node) || isTaggedTemplateExpression(node)) return true
  if (isJsxAttribute(node)) return SILENT_ATTRIBUTE.test(node.name.getText())
  if (!isLiteral(node) && !isTemplateExpression(node)) return false
  const { parent } = node
  if (isCallExpression(parent)) return SILENT_CALL.test(parent.expression.getText())
  if (isPropertyAssignment(parent)) return parent.name === node
  if (isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText())
  return parent.kind === SyntaxKind.CaseClause || parent.kind === SyntaxKind.ElementAccessExpression
}

const isLog = (node: Node) =>
  (isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (isCallExpression(node) && /(^|\.)log\.\w+$/.test(node.expression.getText()))

/** Words within calls and attributes are no variants of the sentence around them. */
const isBoundary = (node: Node) => isCallExpression(node) || isJsxAttributes(node)
