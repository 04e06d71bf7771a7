//! How the players end a match: one resigns, or both agree on a draw.

use super::{Asker, Room};
use crate::seats::{Holds, Player};
use crate::store::Signal;
use crate::wire::{Event, Problem};
use frente_engine::Side;
use frente_engine::protocol::at_hand;
use frente_engine::record::Ending;
use frente_engine::table::Code;
use std::sync::Arc;

impl Room {
    /// Somebody gives up. Whoever holds both sides gives up the one that is to act.
    ///
    /// # Errors
    /// When he plays no side, it is over, or it cannot be kept.
    pub async fn resign(self: &Arc<Self>, asker: Asker) -> Result<String, Problem> {
        let side = self.side_of(asker.holds).await?;
        tracing::info!(id = %self.id(), %side, "somebody resigns");
        self.set_offer(None);
        self.change_header(asker, |table| table.end(Ending::Resigned(side))).await
    }

    /// Somebody offers a draw, accepts the one that was offered, or takes his own back.
    ///
    /// # Errors
    /// When he plays no side, the other is a computer, it is over, or it cannot be kept.
    pub async fn draw(self: &Arc<Self>, asker: Asker, yes: bool) -> Result<String, Problem> {
        let side = self.side_of(asker.holds).await?;
        let offered = *self.offer.lock().expect("no panic while held");
        let agreed = asker.holds == Holds::Both || offered == Some(side.other());
        if yes && agreed {
            self.set_offer(None);
            return self.change_header(asker, |table| table.end(Ending::Drawn)).await;
        }
        if yes && self.players()[side.other()] != Player::Person {
            return Err(Problem::new(Code::Refused, "the computer plays on"));
        }
        if yes && self.look(|_, table| Ok(table.wait().is_over())).await? {
            return Err(Problem::new(Code::Over, "the game is over"));
        }
        self.set_offer(yes.then_some(side));
        Ok("{}".to_owned())
    }

    fn set_offer(&self, by: Option<Side>) {
        let before = std::mem::replace(&mut *self.offer.lock().expect("no panic while held"), by);
        if before != by {
            self.hub.tell(None, &Event::Offer { by });
            self.tell_elsewhere(vec![Signal::Offer { id: self.id(), by }]);
        }
    }

    /// A draw was offered at another server, or the offer is gone.
    pub fn offered(&self, by: Option<Side>) {
        let before = std::mem::replace(&mut *self.offer.lock().expect("no panic while held"), by);
        if before != by {
            self.hub.tell(None, &Event::Offer { by });
        }
    }

    /// The side somebody speaks for.
    async fn side_of(self: &Arc<Self>, holds: Holds) -> Result<Side, Problem> {
        let at_hand = self.look(|_, table| Ok(at_hand(table))).await?;
        let side = holds.seat(at_hand).side();
        side.ok_or_else(|| Problem::new(Code::WrongSide, "only who plays may end the match"))
    }
}
