use crate::language::phrase::Phrase;
use crate::parse::instruction::{AfterFill, Instruction, SearchGoal, SearchInstruction, Tick, Touch, Until};
use crate::parse::parse_task;
use crate::parse::value::ValueSource;

/// The parsed instructions in one line, or the part that is not understood.
fn parsed(text: &str) -> String {
    match parse_task(text).unwrap().instructions {
        Ok(instructions) => instructions.iter().map(shown).collect::<Vec<_>>().join(" | "),
        Err(part) => format!("?? {part}"),
    }
}

fn held(value: &ValueSource) -> String {
    match value {
        ValueSource::Text(text) => text.clone(),
        ValueSource::It => "(it)".to_owned(),
        ValueSource::Word { ordinal, of } => format!("(word {ordinal} of {})", of.text),
        ValueSource::Labelled(label) => format!("(beside {label})"),
        ValueSource::Said(of) => format!("(text of {})", of.as_ref().map_or("page", |of| &of.text)),
        ValueSource::Count(what) => format!("(number of {})", what.text),
        ValueSource::Solution => "(solution)".to_owned(),
    }
}

fn shown(instruction: &Instruction) -> String {
    let optional = |phrase: &Option<Phrase>| phrase.as_ref().map_or("-".to_owned(), |phrase| phrase.text.clone());
    match instruction {
        Instruction::Open { place } => format!("open {}", place.text),
        Instruction::Touch { how, target } => {
            let how = match how {
                Touch::Click => "click",
                Touch::Double => "double",
                Touch::Hover => "hover",
                Touch::Focus => "focus",
            };
            format!("{how} {}", target.text)
        }
        Instruction::Fill { value, field, then } => {
            let then = if *then == AfterFill::Submit { " submit" } else { "" };
            format!("fill {} = {}{then}", optional(field), held(value))
        }
        Instruction::Dial { control, values } => format!("set {} = {}", control.text, values.join(" ")),
        Instruction::Note { value } => format!("note {}", held(value)),
        Instruction::Within { what } => format!("within {}", what.join(" ")),
        Instruction::When { what, holds, skip } => format!("{holds:?} {} ({skip})", what.text),
        Instruction::Visit => "visit".to_owned(),
        Instruction::Complete => "complete".to_owned(),
        Instruction::Highlight { target } => format!("highlight {}", target.text),
        Instruction::Drag { what, to } => format!("drag {} to {}", what.text, to.text),
        Instruction::Clear { field } => format!("clear {}", field.text),
        Instruction::Choose { option, list } => format!("choose {} in {}", option.text, optional(list)),
        Instruction::Tick { target, to: Tick::On } => format!("check {}", target.text),
        Instruction::Tick { target, to: Tick::Off } => format!("uncheck {}", target.text),
        Instruction::Search(SearchInstruction { query, place, wants, .. }) => {
            let wants = match wants {
                SearchGoal::Nothing => "",
                SearchGoal::Entries => " list",
                SearchGoal::Texts => " texts",
            };
            format!("search {query} in {}{wants}", optional(place))
        }
        Instruction::Scroll { direction, inside: None } => format!("scroll {}", direction.as_str()),
        Instruction::Scroll { direction, inside: Some(inside) } => {
            format!("scroll {} {}", inside.text, direction.as_str())
        }
        Instruction::Wait(Until::There(text)) => format!("wait {text}"),
        Instruction::Wait(Until::Gone(text)) => format!("gone {text}"),
        Instruction::Wait(Until::Passed(ms)) => format!("pause {ms}"),
        Instruction::Wait(Until::Rest) => "wait".to_owned(),
        Instruction::Press { key } => format!("press {key}"),
        Instruction::Back => "back".to_owned(),
        Instruction::Forward => "forward".to_owned(),
        Instruction::Reload => "reload".to_owned(),
        Instruction::Answer { with, about } => format!("{with:?} {}", optional(about)).to_lowercase(),
        Instruction::Read { about } => format!("read {about}"),
        Instruction::Count { what } => format!("count {what}"),
        Instruction::Aggregate { how, what } => format!("{how:?} {what}").to_lowercase(),
        Instruction::Each { what } => format!("each {what} ("),
        Instruction::Again => ")".to_owned(),
        Instruction::LogIn => "log in".to_owned(),
        Instruction::Named { target } => format!("named {}", target.text),
    }
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expected)| parsed(text) != *expected)
        .map(|(text, expected)| format!("{text}\n  expected {expected}\n  got      {}", parsed(text)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn english_instructions() {
    check(&[
        ("open example.com", "open example.com"),
        ("Go to https://town.test/mail?q=1.", "open https://town.test/mail?q=1"),
        ("Please open the Mail page", "open the Mail page"),
        ("navigate to localhost:8080/x", "open localhost:8080/x"),
        ("click Save", "click Save"),
        ("click Save now", "click Save"),
        ("click Next", "click Next"),
        ("click Next, then click First", "click Next | click First"),
        ("Click on the \"Ok\" button.", "click Ok"),
        ("click the second Delete button", "click the second Delete button"),
        ("press the Submit button", "click the Submit button"),
        ("press Enter", "press Enter"),
        ("hit escape", "press Escape"),
        ("press Control+A", "press Control+A"),
        ("double-click the file", "double the file"),
        ("hover over Products", "hover Products"),
        ("Focus into the textbox.", "focus the textbox"),
        ("type hello world into Message", "fill Message = hello world"),
        ("type \"to be, or not to be\" in the Quote field", "fill the Quote field = to be, or not to be"),
        ("type Are you there? into Message", "fill Message = Are you there?"),
        ("fill in Name with \"Ana\"", "fill Name = Ana"),
        ("fill in Name with Ana and Email with ana@town.test", "fill Name = Ana | fill Email = ana@town.test"),
        (
            "fill in Name with Ana, Email with a@b.test and Message with salt and pepper",
            "fill Name = Ana | fill Email = a@b.test | fill Message = salt and pepper",
        ),
        ("type Ana in Name and ana@b.test in Email", "fill Name = Ana | fill Email = ana@b.test"),
        ("enter 5 as the quantity", "fill the quantity = 5"),
        ("set Quantity to 3", "fill Quantity = 3"),
        ("type hello", "fill - = hello"),
        ("enter \"Nina\" into the text field and press Submit.", "fill the text field = Nina | click Submit"),
        ("type boats in Search and press Enter", "fill Search = boats | press Enter"),
        ("clear the Name field", "clear the Name field"),
        ("choose The ferry from Topic", "choose The ferry in Topic"),
        ("select \"Something else\" in the Topic list", "choose Something else in the Topic list"),
        ("Select Nina from the list and click Submit.", "choose Nina in the list | click Submit"),
        ("pick By phone", "choose By phone in -"),
        ("check the newsletter box", "check the newsletter box"),
        ("tick \"I agree\" and click Continue", "check I agree | click Continue"),
        ("uncheck Newsletter", "uncheck Newsletter"),
        ("search for lighthouse", "search lighthouse in -"),
        ("search for lighthouse in the archive", "search lighthouse in the archive"),
        ("search for boats and open the first result", "search boats in - | open the first result"),
        ("find the lantern in the shop", "search lantern in the shop"),
        ("search the archive for old boats", "search old boats in the archive"),
        ("search for ernesto in my mail and tell me what he sent", "search ernesto in my mail texts"),
        ("summarise what is at http://shop.test/lamps", "open http://shop.test/lamps | read "),
        ("tell me what is at shop.test", "open shop.test | read "),
        ("look in my mail for what Ernesto sent and tell me", "search Ernesto in my mail texts"),
        ("search my mail for what Ernesto said about the budget", "search Ernesto in my mail texts"),
        ("search for Ernesto and tell me what he says", "search Ernesto in - texts"),
        ("search for Ernesto and tell me the results", "search Ernesto in - list"),
        ("scroll down", "scroll down"),
        ("scroll up a bit", "scroll up"),
        ("scroll to the end of the page", "scroll bottom"),
        ("go to the top", "scroll top"),
        ("wait for \"Order placed\"", "wait Order placed"),
        ("wait until Loading disappears", "gone Loading"),
        ("wait 3 seconds", "pause 3000"),
        ("go back", "back"),
        ("go back and then reload the page", "back | reload"),
        ("accept the cookies", "accept cookies"),
        ("close the dialog", "dismiss -"),
        ("read the page", "read the page"),
        ("tell me the price of the lantern", "read the price of the lantern"),
        ("what does a berth cost?", "read does a berth cost"),
        ("how many messages are there?", "count messages are there"),
        ("summarise this page", "read this page"),
        ("Add the lantern to the basket", "named Add the lantern to the basket"),
        ("open Mail, click Ernesto; then read it.", "open Mail | click Ernesto | read it"),
        (
            "Open the shop. Add the rope to the basket. Go back.",
            "open the shop | named Add the rope to the basket | back",
        ),
        ("type \"click Save and open Mail\" into Notes", "fill Notes = click Save and open Mail"),
        ("could you please go to the shop and then click Basket, please", "open the shop | click Basket"),
        ("type Dr. Smith into Name", "fill Name = Dr. Smith"),
        ("send the reply", "named send the reply"),
        ("Close the dialog box by clicking the \"x\".", "click x"),
        ("Select A, B and C and click Submit.", "choose A in - | choose B in - | choose C in - | click Submit"),
        (
            "Use the textbox to enter \"Deneen\" and press \"Search\", then find and click the 3rd search result.",
            "fill the textbox = Deneen | click Search | click the 3rd search result",
        ),
        ("What did Ernesto send me?", "search Ernesto in mail texts"),
        ("find the message from Ernesto about the budget and tell me the total", "search Ernesto in mail texts"),
        ("search my inbox for messages from Ernesto and read them to me", "search Ernesto in my inbox texts"),
        ("tell me what the page says about berths", "read what the page says about berths"),
        ("summarize the last message", "open the last message | read "),
        ("put the rope in the basket", "named put the rope in the basket"),
        ("frobnicate the widget", "?? frobnicate the widget"),
        ("Open Mail. The weather is nice.", "?? The weather is nice"),
        ("", "?? "),
    ]);
}

#[test]
fn spanish_instructions() {
    check(&[
        ("abre example.com", "open example.com"),
        ("ve a la tienda", "open la tienda"),
        ("entra en Contacto", "open Contacto"),
        ("abre el correo y lee el primer mensaje", "open el correo | open el primer mensaje | read "),
        ("haz clic en Guardar", "click Guardar"),
        ("haz click en el botón «Enviar»", "click Enviar"),
        ("pulsa el botón Aceptar", "click el botón Aceptar"),
        ("pulsa Intro", "press Enter"),
        ("pulsa la tecla Escape", "press Escape"),
        ("haz doble clic en el archivo", "double el archivo"),
        ("escribe hola en Mensaje", "fill Mensaje = hola"),
        ("escribe \"hola y adiós\" en el campo Mensaje", "fill el campo Mensaje = hola y adiós"),
        ("rellena Nombre con Ana", "fill Nombre = Ana"),
        ("rellena Nombre con Ana y Correo con ana@b.test", "fill Nombre = Ana | fill Correo = ana@b.test"),
        ("Rellena Nombre con «Ana» y pulsa Enviar", "fill Nombre = Ana | click Enviar"),
        ("pon 3 en Cantidad", "fill Cantidad = 3"),
        ("elige El ferry en Tema", "choose El ferry in Tema"),
        ("selecciona \"Otra cosa\" en la lista Tema", "choose Otra cosa in la lista Tema"),
        ("elige Por teléfono", "choose Por teléfono in -"),
        ("marca la casilla Boletín", "check la casilla Boletín"),
        ("desmarca Boletín", "uncheck Boletín"),
        ("busca faro", "search faro in -"),
        ("busca faro en el archivo", "search faro in el archivo"),
        ("busca en el archivo barcos viejos", "search barcos viejos in el archivo"),
        ("busca en mis correos qué mandó Ernesto", "search Ernesto in mis correos texts"),
        ("Busca en mis correos qué mandó Ernesto y dímelo", "search Ernesto in mis correos texts"),
        ("mira en el correo qué dice Lucía del mercado", "search Lucía in el correo texts"),
        ("busca Ernesto y dime qué dice", "search Ernesto in - texts"),
        ("averigua cuánto cuesta el amarre", "search cuesta amarre in - texts"),
        ("baja", "scroll down"),
        ("sube la página", "scroll up"),
        ("baja hasta el final", "scroll bottom"),
        ("ve al principio de la página", "scroll top"),
        ("espera a que aparezca Pedido", "wait Pedido"),
        ("espera hasta que desaparezca Cargando", "gone Cargando"),
        ("espera 2 segundos", "pause 2000"),
        ("vuelve atrás", "back"),
        ("recarga la página y luego baja", "reload | scroll down"),
        ("acepta las cookies", "accept las cookies"),
        ("cierra el aviso", "dismiss -"),
        ("lee la página", "read la página"),
        ("dime el precio de la linterna", "read el precio de la linterna"),
        ("¿Cuánto cuesta la linterna?", "read cuesta la linterna"),
        ("¿qué dice la página?", "read dice la página"),
        ("¿cuántos correos hay de Ernesto?", "count correos hay de Ernesto"),
        ("resume la página", "read la página"),
        ("añade la linterna a la cesta", "named añade la linterna a la cesta"),
        (
            "abre la tienda, añade la cuerda a la cesta y luego vuelve atrás",
            "open la tienda | named añade la cuerda a la cesta | back",
        ),
        ("por favor, abre Correo y después haz clic en Ernesto", "open Correo | click Ernesto"),
        ("escribe «abre y cierra» en Notas", "fill Notas = abre y cierra"),
        ("envía la respuesta", "named envía la respuesta"),
        ("mira mis correos y dime qué dijo Ernesto", "open mis correos | search Ernesto in mail texts"),
        ("lee los correos de Ernesto", "search Ernesto in mail texts"),
        ("abre el primer correo y resúmelo", "open el primer correo | read "),
        ("canta una canción", "?? canta una canción"),
    ]);
}

#[test]
fn longer_english_instructions() {
    check(&[
        ("Select 2 with the slider, then hit Submit", "set the slider = 2 | click Submit"),
        ("Set the sliders to the combination [12,3,11]", "set the sliders = 12 3 11"),
        ("copy the order number into Reference", "fill Reference = (beside the order number)"),
        (
            "Copy the text in the textarea below, paste it into Notes",
            "note (text of the textarea below) | fill Notes = (it)",
        ),
        ("type the total number of blocks into Answer", "fill Answer = (number of blocks)"),
        ("Type \"JERALD\" in all lower case letters in the text input", "fill the text input = jerald"),
        ("Select File>Save as", "hover File | click Save as"),
        (
            "Forward to Cathrine the email from Evy",
            "within evy | visit | named forward | fill recipient = Cathrine | named send",
        ),
        (
            "If there is a banner, accept it and click Go. Click Next",
            "IfThere a banner (2) | accept it | click Go | click Next",
        ),
        (
            "if there is a banner, search for boats and tell me the results. reload",
            "IfThere a banner (1) | search boats in - list | reload",
        ),
        ("Scroll the textarea to the bottom", "scroll the textarea bottom"),
        ("drag Gerda to the basket", "drag Gerda to the basket"),
        ("Switch between the tabs to find and click on \"ac\"", "click ac"),
    ]);
}

#[test]
fn longer_spanish_instructions() {
    check(&[
        ("elige 2 con el deslizador y pulsa Enviar", "set el deslizador = 2 | click Enviar"),
        ("copia el texto del párrafo y pega eso en Notas", "note (text of párrafo) | fill Notas = (it)"),
        (
            "reenvía el correo de Evy a Odette",
            "within evy | visit | named forward | fill recipient = Odette | named send",
        ),
        ("si no hay cookies, pulsa Entrar", "UnlessThere cookies (1) | click Entrar"),
        ("responde a Evy con el texto «Gracias»", "within evy | visit | named reply | fill - = Gracias | named send"),
        ("resuelve el problema y escribe la respuesta en Solución", "note (solution) | fill Solución = (it)"),
    ]);
}
