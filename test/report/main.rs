//! `texvisa report`: the page, as Chromium shows it.
//!
//! The page needs no network and runs without an error; everything that can be clicked can be reached by keys and has a
//! name; text has enough contrast in both colour schemes; text of the input stays text. What the page says is compared
//! with what other commands say.

mod browser;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Completion, Failed, Trial};
use serde_json::Value;
use tempfile::TempDir;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa_test::generate;
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;

use browser::Browser;

/// The window: two platforms stand side by side.
const WINDOW: [u32; 2] = [1500, 1000];

fn main() -> ExitCode {
    let in_browser: [(&str, BrowserTest); 8] = [
        ("a_page_needs_no_network_and_runs_without_an_error", alone),
        ("tabs_are_chosen_by_keys", tabs),
        ("arrow_keys_move_in_the_register_map", keys),
        ("a_link_to_an_instruction_shows_its_payload", links),
        ("text_has_contrast_in_both_colour_schemes", contrast),
        ("everything_has_a_name_and_tables_have_heads", names),
        ("text_of_the_input_stays_text", escapes),
        ("a_kernel_of_thousands_of_instructions_is_shown", large),
    ];
    let mut trials: Vec<Trial> = in_browser.into_iter().map(|(name, test)| browser_test(name, test)).collect();
    trials.push(harness::test("what_the_page_counts_is_what_explain_counts", counts));
    trials.push(harness::test("a_report_of_nothing_is_refused", refused));
    harness::run("report", trials)
}

/// What a test does with a browser.
type BrowserTest = fn(&mut Browser) -> Result<(), Failed>;

fn browser_test(name: &str, test: BrowserTest) -> Trial {
    harness::test_or_skip(name, move || {
        let Some(program) = browser::find() else { return Oracle::Chromium.missing("Chromium is not installed") };
        test(&mut Browser::start(&program, WINDOW)?)?;
        Ok(Completion::Completed)
    })
}

/// A page, in a folder that vanishes with it.
struct Page {
    folder: TempDir,
}

impl Page {
    fn path(&self) -> PathBuf {
        self.folder.path().join("report.html")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn tool(arguments: &[&str]) -> Result<Vec<u8>, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_texvisa")).current_dir(root()).args(arguments).output()?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

fn report(input: &Path, options: &[&str]) -> Result<Page, Failed> {
    let page = Page { folder: tempfile::tempdir()? };
    let (input, output) = (input.display().to_string(), page.path().display().to_string());
    tool(&[&["report", &input, "-o", &output], options].concat())?;
    Ok(page)
}

fn blur() -> Result<Page, Failed> {
    report(Path::new("examples/blur.tex"), &["--compare", "dg2"])
}

fn expect(condition: bool, said: impl FnOnce() -> String) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(said().into()) }
}

fn alone(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    browser.load(&page.path())?;
    // What was asked for late is told before this answer.
    browser.evaluate("new Promise((done) => setTimeout(done, 200))")?;
    let own = format!("file://{}", page.path().display());
    let requests: Vec<&str> =
        browser.events("Network.requestWillBeSent").filter_map(|event| event["request"]["url"].as_str()).collect();
    expect(requests == [own.as_str()], || format!("{requests:?}"))?;
    let errors: Vec<String> = ["Runtime.exceptionThrown", "Log.entryAdded"]
        .iter()
        .flat_map(|method| browser.events(method))
        .map(ToString::to_string)
        .collect();
    expect(errors.is_empty(), || format!("{errors:?}"))?;
    // Both platforms stand side by side.
    let tops = browser.evaluate(
        "document.querySelectorAll('[role=tab]')[1].click(); \
         [...document.querySelectorAll('#k0 .target')].map((map) => map.getBoundingClientRect()).map((at) => [at.top, at.left])",
    )?;
    let [one, other] = [&tops[0], &tops[1]];
    expect(one[0] == other[0] && one[1].as_f64() < other[1].as_f64(), || tops.to_string())
}

fn tabs(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    browser.load(&page.path())?;
    let state = "[document.activeElement.id, document.getElementById('k0-messages').hidden, \
                 document.getElementById('k0-registers').hidden, \
                 getComputedStyle(document.activeElement).outlineStyle]";
    for _ in 0..10 {
        browser.press("Tab")?;
        if browser.evaluate("document.activeElement.getAttribute('role')")? == "tab" {
            break;
        }
    }
    let steps = [
        ("", "k0-tab-messages", false),
        ("ArrowRight", "k0-tab-registers", true),
        ("ArrowRight", "k0-tab-messages", false),
        ("End", "k0-tab-registers", true),
        ("Home", "k0-tab-messages", false),
        ("ArrowLeft", "k0-tab-registers", true),
    ];
    for (key, tab, has_registers) in steps {
        if !key.is_empty() {
            browser.press(key)?;
        }
        let found = browser.evaluate(state)?;
        // The outline shows where the focus is.
        let expected = serde_json::json!([tab, has_registers, !has_registers, "solid"]);
        expect(found == expected, || format!("{key}: expected {expected}, found {found}"))?;
    }
    Ok(())
}

/// The register map's readout for a cursor, which is where the keys moved it.
fn readout(browser: &mut Browser) -> Result<String, Failed> {
    let text = browser.evaluate("document.getElementById('k0-t0-readout').textContent")?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// The variables and registers of `--emit regs`, which the map has to agree with.
fn keys(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    browser.load(&page.path())?;
    browser
        .evaluate("document.querySelectorAll('[role=tab]')[1].click(); document.querySelector('#k0 .map').focus()")?;
    browser.press("ArrowDown")?;
    browser.press("ArrowRight")?;
    let said = readout(browser)?;
    expect(said.starts_with("r1 at instruction 1: "), || said.clone())?;
    let regs = tool(&["compile", "examples/blur.tex", "--kernel", "blur_rows", "--emit", "regs"])?;
    let regs = String::from_utf8(regs)?;
    // In r1 is the first argument, as ir/src/visa/abi.rs says of one that differs between lanes.
    let variable = said.split(": ").nth(1).and_then(|rest| rest.split([' ', ','].as_ref()).next()).unwrap_or_default();
    expect(said.contains("(%x), argument, r1 to r2"), || said.clone())?;
    expect(regs.contains(&format!("{variable}: r1-r2, byte 0")), || format!("{said}\n{regs}"))?;
    browser.press("End")?;
    let last = readout(browser)?;
    expect(last.ends_with("ret (M1, 1)"), || last.clone())?;
    browser.press("ArrowDown")?;
    expect(readout(browser)? == last, || "the cursor left the map".to_owned())?;
    browser.press("Home")?;
    browser.press("ArrowLeft")?;
    browser.press("ArrowLeft")?;
    let said = readout(browser)?;
    expect(said.starts_with("r0 at instruction 0: "), || said.clone())?;
    // Every band is of a variable with these registers.
    let bands = browser.evaluate(
        "[...document.querySelectorAll('#k0-registers .target:first-child .band')].map((band) => \
         [band.dataset.name, Number(band.dataset.first), Number(band.dataset.first) + Number(band.dataset.columns) - 1])",
    )?;
    let bands = bands.as_array().ok_or("there are no bands")?;
    expect(bands.len() > 20, || format!("{} bands", bands.len()))?;
    for band in bands {
        let (name, first, last) = (band[0].as_str().unwrap_or_default(), &band[1], &band[2]);
        let range = if first == last { format!("r{first}") } else { format!("r{first}-r{last}") };
        let line = format!("{name}: {range}, ");
        expect(regs.lines().any(|found| found.starts_with(&line)), || format!("{line}\n{regs}"))?;
    }
    Ok(())
}

fn links(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    browser.load(&page.path())?;
    browser
        .evaluate("document.querySelectorAll('#k0-messages details.message')[2].querySelector('summary').focus()")?;
    browser.press("Enter")?;
    let open = browser.evaluate("document.querySelectorAll('#k0-messages details.message')[2].open")?;
    expect(open == true, || "Enter does not open a message".to_owned())?;
    browser
        .evaluate("document.querySelectorAll('#k0-messages details.message')[2].querySelector('h4 a.row').focus()")?;
    browser.press("Enter")?;
    let said = readout(browser)?;
    expect(said.contains("(%tap), payload, ") && said.contains("load_lz.RGB (M1, 16)"), || said.clone())?;
    let focus = browser.evaluate("document.activeElement === document.querySelector('#k0 .map')")?;
    expect(focus == true, || "the focus does not follow the link".to_owned())?;
    // From the list of messages to one of them.
    browser.load(&page.path())?;
    browser.evaluate(
        "document.querySelector('.contents').open = true; document.querySelectorAll('.contents a')[1].focus()",
    )?;
    browser.press("Enter")?;
    let found = browser.evaluate(
        "[document.activeElement.parentElement.open, document.activeElement.querySelector('.name').textContent]",
    )?;
    expect(found == serde_json::json!([true, "ld_lz.RGB"]), || found.to_string())
}

/// The least contrast of text with what is behind it, by the formula of WCAG 2.1 (relative luminance), over all elements that
/// have text of their own and are shown.
const CONTRAST: &str = "(() => {
  const channels = (text) => { const found = text.match(/[\\d.]+/g).map(Number); return found.length < 4 ? [...found, 1] : found; };
  const luminance = ([r, g, b]) => {
    const linear = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) return colour;
    }
    return [255, 255, 255, 1];
  };
  let least = [21, ''], count = 0;
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    if (['SCRIPT', 'STYLE'].includes(element.tagName) || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const text = channels(element instanceof SVGElement ? style.fill : style.color);
    const [one, other] = [luminance(text), luminance(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    count += 1;
    if (contrast < least[0]) least = [contrast, element.outerHTML.slice(0, 200)];
  }
  return [...least, count, luminance(channels(getComputedStyle(document.body).backgroundColor))];
})()";

/// Text has 4.5 (WCAG 2.1, 1.4.3), and the schemes are what they are called.
fn contrast(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    for scheme in ["light", "dark"] {
        browser.prefer(scheme)?;
        browser.load(&page.path())?;
        for tab in 0..2 {
            browser.evaluate(&format!(
                "document.querySelectorAll('[role=tab]')[{tab}].click(); document.querySelector('.toggle').click(); \
                 document.querySelector('.map').focus()"
            ))?;
            let found = browser.evaluate(CONTRAST)?;
            let (least, count, back) = (found[0].as_f64(), found[2].as_u64(), found[3].as_f64());
            expect(least.is_some_and(|least| least >= 4.5), || format!("{scheme}: {found}"))?;
            expect(count.is_some_and(|count| count > 80), || format!("{scheme}: {found}"))?;
            expect(back.is_some_and(|back| (back < 0.5) == (scheme == "dark")), || format!("{scheme}: {found}"))?;
        }
    }
    Ok(())
}

fn names(browser: &mut Browser) -> Result<(), Failed> {
    let page = blur()?;
    browser.load(&page.path())?;
    browser.evaluate("document.querySelector('.toggle').click()")?;
    let tree = browser.call("Accessibility.getFullAXTree", serde_json::json!({}))?;
    let nodes = tree["nodes"].as_array().ok_or("there is no tree")?;
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
    let mut seen = std::collections::BTreeSet::new();
    for node in nodes.iter().filter(|node| node["ignored"] != true) {
        let role = role(node);
        let needs_name = [
            "tab",
            "button",
            "link",
            "application",
            "table",
            "tablist",
            "tabpanel",
            "navigation",
            "DisclosureTriangle",
        ];
        if needs_name.contains(&role.as_str()) {
            let name = node["name"]["value"].as_str().unwrap_or_default();
            expect(!name.trim().is_empty(), || format!("{role} without a name: {node}"))?;
            seen.insert(role);
        }
    }
    let wanted = ["tab", "button", "link", "table", "tablist", "tabpanel", "navigation"];
    expect(wanted.iter().all(|role| seen.contains(*role)), || format!("{seen:?}"))?;
    let bad = browser.evaluate(
        "[...document.querySelectorAll('table')].filter((table) => !table.caption || !table.querySelector('thead th[scope=col]')).length",
    )?;
    expect(bad == 0, || format!("{bad} tables without heads"))?;
    let ids = browser.evaluate("(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.length - new Set(ids).size; })()")?;
    expect(ids == 0, || format!("{ids} ids are given twice"))
}

fn escapes(browser: &mut Browser) -> Result<(), Failed> {
    let attack = "<img src=x onerror=\"document.title='attacked'\"></script><script>document.title='attacked'</script>";
    let text = format!(
        "target tgllp simd16\nsurface t0: 2d f32 @ table 0\nsurface w0: 2d f32 @ table 1\n\n\
         kernel @copy(%\"<b>x&amp;</b>\": i32, %y: i32) {{\n^entry:\n  ; {attack}\n  \
         %texel = load t0 [u: %\"<b>x&amp;</b>\", v: %y, lod: 0] -> f32x4 ; {attack}\n  \
         write w0 [u: %\"<b>x&amp;</b>\", v: %y], f32x4 %texel\n  return\n}}\n"
    );
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("<i>k & \"m\".tex");
    std::fs::write(&file, &text)?;
    let page = report(&file, &[])?;
    browser.load(&page.path())?;
    let found = browser.evaluate(
        "[document.title, document.querySelectorAll('script').length, document.querySelectorAll('img, b, i').length, \
         [...document.querySelectorAll('.source code')].map((code) => code.textContent).join('\\n')]",
    )?;
    expect(found[0] == format!("texvisa: {}", file.display()), || found.to_string())?;
    expect(found[1] == 1 && found[2] == 0, || found.to_string())?;
    let kernel = text.split_once("kernel").map(|(_, rest)| format!("kernel{rest}")).unwrap_or_default();
    expect(found[3] == kernel.trim_end(), || format!("{}\n{kernel}", found[3]))?;
    let band = browser.evaluate(
        "[...document.querySelectorAll('.band')].some((band) => band.dataset.meaning === '%\"<b>x&amp;</b>\"')",
    )?;
    expect(band == true, || "no band means the argument".to_owned())
}

fn large(browser: &mut Browser) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("large.tex");
    std::fs::write(&file, generate::benchmark(400, Target::Tgllp, SimdWidth::Simd16).to_string())?;
    let page = report(&file, &[])?;
    browser.load(&page.path())?;
    browser.evaluate("document.querySelectorAll('[role=tab]')[1].click(); document.querySelector('.map').focus()")?;
    browser.press("End")?;
    let found = browser.evaluate(
        "(() => { const map = document.querySelector('.map'), rows = map.querySelectorAll('.instructions li'); \
         const [last, view] = [rows[rows.length - 1].getBoundingClientRect(), map.getBoundingClientRect()]; \
         return [rows.length, document.querySelectorAll('details.message').length, \
         view.top <= last.top && last.bottom <= view.bottom + 1, map.querySelector('svg.bands').getBoundingClientRect().height / rows.length]; })()",
    )?;
    expect(found[0].as_u64().is_some_and(|rows| rows >= 2000), || found.to_string())?;
    expect(found[1] == 400, || found.to_string())?;
    // The last instruction is in sight, and a row of the map is as high as one of the list.
    expect(found[2] == true && found[3] == 18, || found.to_string())?;
    let height = browser.evaluate("document.querySelector('.instructions').getBoundingClientRect().height / document.querySelectorAll('.instructions li').length")?;
    expect(height == 18, || height.to_string())
}

/// The cells of the table of costs, in their order, of a page that is read as text.
fn counts() -> Result<(), Failed> {
    let input = Path::new("examples/blur.tex");
    let page = std::fs::read_to_string(report(input, &["--kernel", "blur_rows"])?.path())?;
    let document = tool(&["explain", "examples/blur.tex", "--kernel", "blur_rows", "--format", "json"])?;
    let document: Value = serde_json::from_slice(&document)?;
    let cost = &document["kernels"][0]["result"]["cost"];
    let rows = [
        ("Sends", "sends"),
        ("Payload", "payload_registers"),
        ("Response", "response_registers"),
        ("Moves", "moves"),
        ("Coalesced", "coalesced_copies"),
        ("Pressure", "pressure"),
        ("Sampler cycles", "sampler_cycles"),
    ];
    for (title, field) in rows {
        let cell = format!("<th scope=\"row\">{title}</th><td class=\"number\">{}<", cost[field]);
        expect(page.contains(&cell), || format!("no {cell}"))?;
    }
    // One uniform query of one register and one of two; one load of SIMD16 with two parameters of two registers, and RGB.
    let by_hand = [cost["sends"].as_u64(), cost["payload_registers"].as_u64(), cost["response_registers"].as_u64()];
    expect(by_hand == [Some(2), Some(1 + 4), Some(1 + 6)], || cost.to_string())?;
    expect(cost["sampler_cycles"] == 16 + 2 + 2 * 16 + 4 * 2, || cost.to_string())
}

fn refused() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let output = folder.path().join("report.html").display().to_string();
    for (arguments, said) in [
        (["report", "examples", "-o", &output, "--simd", "16"], "a folder; name one file"),
        (["report", "examples/blur.tex", "-o", &output, "--kernel", "none"], "there is no kernel `none`"),
        (["report", "no/file.tex", "-o", &output, "--simd", "16"], "No such file"),
    ]
    .iter()
    .map(|(arguments, said)| (arguments.map(str::to_owned), *said))
    {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match tool(&arguments) {
            Err(error) if error.message().is_some_and(|message| message.contains(said)) => {}
            Err(error) => return Err(format!("{arguments:?}: {:?}", error.message()).into()),
            Ok(_) => return Err(format!("{arguments:?} succeeds").into()),
        }
    }
    Ok(())
}
