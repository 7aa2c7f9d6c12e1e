import { Controller } from '@hotwired/stimulus'

type Point = { x: number; y: number }
type Area = { left: number; top: number; width: number; height: number }

const SIDES = ['left', 'top', 'width', 'height'] as const

/** Draws the crop with a pointer. The fields below say the same in pixels, for keys and without scripts. */
export default class extends Controller<HTMLElement> {
  static override targets = ['stage', 'frame', 'shade', 'kind', ...SIDES]
  static override values = { minWidth: Number }

  declare readonly stageTarget: SVGSVGElement
  declare readonly frameTarget: SVGRectElement
  declare readonly shadeTarget: SVGPathElement
  declare readonly kindTarget: HTMLSelectElement
  declare readonly leftTarget: HTMLInputElement
  declare readonly topTarget: HTMLInputElement
  declare readonly widthTarget: HTMLInputElement
  declare readonly heightTarget: HTMLInputElement
  declare readonly minWidthValue: number

  private from: Point | null = null

  begin(event: PointerEvent) {
    if (event.button !== 0) return
    event.preventDefault() // the browser would drag the picture
    this.stageTarget.setPointerCapture(event.pointerId)
    this.from = this.pointOf(event)
  }

  move(event: PointerEvent) {
    if (!this.from) return
    const to = this.pointOf(event)
    const area = {
      left: Math.min(this.from.x, to.x),
      top: Math.min(this.from.y, to.y),
      width: Math.abs(to.x - this.from.x),
      height: Math.abs(to.y - this.from.y),
    }
    if (area.width < 1 || area.height < 1) return
    for (const side of SIDES) this[`${side}Target`].value = String(area[side])
    this.draw(area)
  }

  end() {
    this.from = null
  }

  typed() {
    const [left = 0, top = 0, width = 0, height = 0] = SIDES.map((side) =>
      Number(this[`${side}Target`].value),
    )
    if ([left, top, width, height].every((side) => Number.isInteger(side) && side >= 0))
      this.draw({ left, top, width, height })
  }

  private draw({ left, top, width, height }: Area) {
    this.kindTarget.value = 'own'
    const { width: wide, height: high } = this.stageTarget.viewBox.baseVal
    const frame = { x: left, y: top, width, height }
    for (const [name, value] of Object.entries(frame)) this.frameTarget.setAttribute(name, String(value))
    this.frameTarget.classList.toggle('crop__frame--small', width < this.minWidthValue)
    this.shadeTarget.setAttribute(
      'd',
      `M0 0h${wide}v${high}h-${wide}zM${left} ${top}h${width}v${height}h-${width}z`,
    )
  }

  /** In whole pixels of the picture, and within it. */
  private pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.stageTarget.getBoundingClientRect()
    const { width: wide, height: high } = this.stageTarget.viewBox.baseVal
    const within = (part: number, most: number) => Math.round(Math.min(1, Math.max(0, part)) * most)
    return { x: within((clientX - left) / width, wide), y: within((clientY - top) / height, high) }
  }
}
